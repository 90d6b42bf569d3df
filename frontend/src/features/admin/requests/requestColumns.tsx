import type { StatusRequest } from "@/api/types";
import { Ago } from "../desk/Ago";
import type { Column } from "../table/columns";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { RowAction } from "../table/cells/RowAction";
import css from "../table/cells/RowAction.module.css";

export type RequestActions = {
  solve: (request: StatusRequest, solved: boolean) => void;
  reveal: (request: StatusRequest) => void;
};
type PartProps = { request: StatusRequest; actions: RequestActions };

export const Solved = ({ request, actions }: PartProps) => (
  <SolvedToggle
    solved={request.isSolved}
    of={`request of driver ${request.id}`}
    onChange={(solved) => actions.solve(request, solved)}
  />
);

/** Asterisks for the digits that are held, and the way to read them. */
export function Digits({ request, actions }: PartProps) {
  if (request.lastFourSSN === null) return <>Erased</>;
  return (
    <span className={css.actions}>
      <span role="img" aria-label={`${request.lastFourSSN.length} digits, hidden`}>
        {request.lastFourSSN}
      </span>
      <RowAction
        aria-label={`Reveal the digits of driver ${request.id}`}
        onClick={() => actions.reveal(request)}
      >
        Reveal
      </RowAction>
    </span>
  );
}

export const requestColumns = (actions: RequestActions): readonly Column<StatusRequest>[] => [
  { id: "id", title: "User ID", card: "title", cell: (request) => request.id },
  { id: "name", title: "Full Name", card: "title", wide: true, cell: (r) => r.fullName ?? "—" },
  { id: "username", title: "Username", wide: true, cell: (request) => request.username },
  { id: "state", title: "State", cell: (request) => request.stateAbbreviation ?? "—" },
  { id: "license", title: "License Number", cell: (r) => r.driversLicenseNumber ?? "—" },
  {
    id: "digits",
    title: "Last 4 SSN",
    cell: (request) => <Digits request={request} actions={actions} />,
  },
  { id: "requested", title: "Requested At", cell: (r) => <Ago at={r.statusRequestedAt} /> },
  {
    id: "actions",
    title: "Actions",
    pinned: true,
    card: "actions",
    cell: (request) => <Solved request={request} actions={actions} />,
  },
];
