import type { StatusRequest } from "@/api/types";
import { useActions } from "../queue/actions";
import { RowAction } from "../table/cells/RowAction";
import css from "../table/cells/RowAction.module.css";
import { calledPerson } from "./person";

/** The dialog that shows the digits. */
export const REVEAL = "reveal";

/** Asterisks for the digits that are held, and the way to read them. */
export function Digits({ request }: { request: StatusRequest }) {
  const { ask } = useActions<StatusRequest>();
  if (request.lastFourSSN === null) return <>Erased</>;
  return (
    <span className={css.actions}>
      <span role="img" aria-label={`${request.lastFourSSN.length} digits, hidden`}>
        {request.lastFourSSN}
      </span>
      <RowAction
        aria-label={`Reveal the digits of ${calledPerson(request)}`}
        onClick={() => ask(REVEAL, [request])}
      >
        Reveal
      </RowAction>
    </span>
  );
}
