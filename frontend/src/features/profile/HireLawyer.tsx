import type { Ticket } from "@/api/types";
import { useNavigate } from "@/lib/router";
import { Button } from "@/ui/Button";
import { lawyerAddress } from "./lawyerAddress";

export function HireLawyer({ ticket }: { ticket: Ticket }) {
  const navigate = useNavigate();
  return (
    <Button variant="secondary" compact onClick={() => navigate(lawyerAddress(ticket, Date.now()))}>
      <span>
        Hire Lawyer<span className="visually-hidden"> for {ticket.violationType}</span>
      </span>
    </Button>
  );
}
