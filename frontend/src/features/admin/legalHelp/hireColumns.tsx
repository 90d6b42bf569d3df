import type { LawyerHire } from "@/api/types";
import { readContact } from "@/parts/legalHelp/contact";
import { Chip } from "@/ui/feedback/Chip";
import { Ago } from "../desk/Ago";
import type { Column } from "../table/columns";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { DriverLink } from "../table/cells/DriverLink";
import { HIRE_STATUSES, HireStatusChip } from "./HireStatusChip";
import { RowAction } from "../table/cells/RowAction";
import css from "../table/cells/RowAction.module.css";
import { StatusSelect } from "../table/cells/StatusSelect";

export type HireActions = {
  solve: (hire: LawyerHire, solved: boolean) => void;
  see: (hire: LawyerHire) => void;
  setStatus: (hire: LawyerHire, status: string) => void;
};

const contactOf = (hire: LawyerHire) => readContact(hire.contactMethod, hire.contactValue);

/** Phone or Email, for each of these words that the method contains. */
export function ContactMethods({ method }: { method: string | null }) {
  const named = [
    ["phone", "Phone"],
    ["email", "Email"],
  ].filter(([word = ""]) => method?.toLowerCase().includes(word));
  if (named.length === 0) return <>—</>;
  return (
    <span className={css.actions}>
      {named.map(([word, label]) => (
        <Chip key={word} tone="info">
          {label}
        </Chip>
      ))}
    </span>
  );
}

export const hireColumns = (actions: HireActions): readonly Column<LawyerHire>[] => [
  {
    id: "id",
    title: "ID",
    sort: "id",
    card: "title",
    cell: (hire) => (
      <span className={css.actions}>
        {hire.id}
        {!hire.isSeenByAdmin && <Chip tone="good">NEW</Chip>}
      </span>
    ),
  },
  { id: "user", title: "User ID", align: "end", cell: (hire) => <DriverLink id={hire.userId} /> },
  { id: "ticket", title: "Ticket ID", align: "end", cell: (hire) => hire.ticketId ?? "—" },
  { id: "violation", title: "Violation", wide: true, cell: (hire) => hire.violationType ?? "—" },
  {
    id: "amount",
    title: "Amount",
    align: "end",
    sort: "amount",
    cell: (hire) => `$${hire.amount}`,
  },
  {
    id: "status",
    title: "Status",
    cell: (hire) => <HireStatusChip status={hire.status} />,
  },
  {
    id: "solved",
    title: "Resolved",
    card: "actions",
    cell: (hire) => (
      <SolvedToggle
        bare
        solved={hire.isSolved}
        of={`hire ${hire.id}`}
        onChange={(solved) => actions.solve(hire, solved)}
      />
    ),
  },
  {
    id: "method",
    title: "Contact Method",
    cell: (hire) => <ContactMethods method={hire.contactMethod} />,
  },
  { id: "phone", title: "Phone", cell: (hire) => contactOf(hire).phone || "—" },
  { id: "email", title: "Email", wide: true, cell: (hire) => contactOf(hire).email || "—" },
  { id: "confirmation", title: "Confirmation Number", cell: (hire) => hire.confirmationNumber },
  {
    id: "date",
    title: "Date",
    sort: "createdAt",
    cell: (hire) => <Ago at={hire.createdAt} />,
  },
  {
    id: "actions",
    title: "Actions",
    pinned: true,
    card: "actions",
    cell: (hire) => (
      <span className={css.actions}>
        <StatusSelect
          of={`hire ${hire.id}`}
          value={hire.status}
          options={HIRE_STATUSES}
          onChange={(status) => actions.setStatus(hire, status)}
        />
        {!hire.isSeenByAdmin && (
          <RowAction aria-label={`Seen: hire ${hire.id}`} onClick={() => actions.see(hire)}>
            Seen
          </RowAction>
        )}
      </span>
    ),
  },
];
