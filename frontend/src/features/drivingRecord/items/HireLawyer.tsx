import Scale from "lucide-react/icons/scale";
import { useContext } from "react";
import type { Ticket } from "@/api/types";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { Button, buttonClass } from "@/ui/buttons/Button";
import css from "./ItemRow.module.css";
import { OfferContext } from "./offerContext";

/** Button that opens the offer to hire a lawyer. If the driver already hired one, it links to that hire. */
export function HireLawyer({ ticket }: { ticket: Ticket }) {
  const { onHire } = useContext(OfferContext);
  const hiddenViolation = <span className="visually-hidden"> for {ticket.violationType}</span>;
  if (ticket.hireId !== null)
    return (
      <Link
        className={buttonClass({ variant: "secondary", compact: true })}
        to={paths.legalHelp(ticket.hireId)}
      >
        <span className={css.hired}>
          <Scale size={18} aria-hidden="true" />
          <span>Lawyer hired{hiddenViolation}</span>
        </span>
      </Link>
    );
  if (!ticket.mayHireLawyer) return null;
  return (
    <Button variant="secondary" compact aria-haspopup="dialog" onClick={() => onHire(ticket)}>
      <span>Hire Lawyer{hiddenViolation}</span>
    </Button>
  );
}
