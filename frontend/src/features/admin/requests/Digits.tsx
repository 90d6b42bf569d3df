import type { StatusRequest } from "@/api/types";
import { useActions } from "../queue/actions";
import { RowAction } from "../table/cells/RowAction";
import css from "../table/cells/RowAction.module.css";
import { formatPersonName } from "./person";

/** Identifies the dialog that shows the SSN digits. */
export const REVEAL = "reveal";

/** Shows that there are SSN digits, with a button to reveal them. */
export function Digits({ request }: { request: StatusRequest }) {
  const { openDialog } = useActions<StatusRequest>();
  if (request.lastFourSSN === null) return <>Erased</>;
  return (
    <span className={css.actions}>
      <span role="img" aria-label={`${request.lastFourSSN.length} digits, hidden`}>
        {request.lastFourSSN}
      </span>
      <RowAction
        aria-label={`Reveal ${formatPersonName(request)}’s SSN digits`}
        onClick={() => openDialog(REVEAL, [request])}
      >
        Reveal
      </RowAction>
    </span>
  );
}
