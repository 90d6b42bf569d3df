import type { ItemOption } from "@/api/types";
import { centsOf, formatCents, formatDecimal } from "@/lib/money";
import { type ItemKind, paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { describeContestLink } from "@/parts/drivingRecord/dispute";
import { describePayAfterCheck } from "@/parts/drivingRecord/notPayable";
import { findRequest, useHardshipRequests } from "@/parts/hardship/useHardshipRequests";
import { openHelp } from "@/parts/help";
import { Button, buttonClass } from "@/ui/buttons/Button";
import type { RecordLineContext } from "./recordLines";

type Props = { option: ItemOption; title: string; context: RecordLineContext; id: number };

/**
 * The button that starts an option. For an option that Lanewise can't start, the button opens Help. Paying an item that
 * is still being checked shows a text instead of a button.
 */
export function NextButton({ option, title, context: { kind, itemOptions }, id }: Props) {
  const cents = centsOf(itemOptions.fine);
  switch (option.next) {
    case "pay":
      return (
        <Link
          className={buttonClass({ block: true })}
          to={paths.pay({ type: kind, amount: formatDecimal(cents), id })}
        >
          Pay {formatCents(cents)}
        </Link>
      );
    case "hire_lawyer":
      return (
        <Link
          className={buttonClass({ variant: "secondary", block: true })}
          to={paths.profile({ lawyer: id })}
        >
          Hire Lawyer
        </Link>
      );
    case "your_lawyer":
      return (
        <Link
          className={buttonClass({ variant: "secondary", block: true })}
          to={paths.legalHelp(itemOptions.hireId ?? undefined)}
        >
          See your lawyer
        </Link>
      );
    case "cant_pay":
      return <CantPayLink kind={kind} id={id} />;
    case "write_letter":
    case "record_form":
    case "see_letter":
      return (
        <Link
          className={buttonClass({ variant: "secondary", block: true })}
          to={paths.options({ type: kind, id, view: "letter" })}
        >
          {option.next === "see_letter"
            ? describeContestLink(itemOptions)
            : option.next === "record_form"
              ? "Tell us that you sent the form"
              : "Write a letter"}
        </Link>
      );
    case "after_check":
      return <p>{describePayAfterCheck(itemOptions.notPayable)}</p>;
    default:
      return (
        <Button variant="secondary" block aria-haspopup="dialog" onClick={openHelp}>
          <span>
            Get help<span className="visually-hidden">: {title}</span>
          </span>
        </Button>
      );
  }
}

/** Opens the questions, or the request that the driver has already sent. */
function CantPayLink({ kind, id }: { kind: ItemKind; id: number }) {
  const { data } = useHardshipRequests();
  const request = findRequest(data, kind, id);
  const isOpen = request?.answer === null;
  return (
    <Link
      className={buttonClass({ variant: "secondary", block: true })}
      to={paths.options({ type: kind, id, view: "cant-pay" })}
    >
      {!request ? "Answer a few questions" : isOpen ? "See your request" : "Read our answer"}
    </Link>
  );
}
