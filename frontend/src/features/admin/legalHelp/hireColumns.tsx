import type { LawyerHire } from "@/api/types";
import { handlingOf, handlingText, stepLabel } from "@/parts/legalHelp/cases/caseLabels";
import { readContact } from "@/parts/legalHelp/contact";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { RelativeTime } from "../desk/RelativeTime";
import { useActions } from "../queue/actions";
import { CitedCell } from "../queue/CitedCell";
import { actionsColumn, driverColumn, SetStatus, solvedColumn } from "../queue/cells";
import { dollars } from "../queue/format";
import { RowAction } from "../table/cells/RowAction";
import type { Column } from "../table/columns";
import { markSeen } from "./hireChanges";
import own from "./hires.module.css";

const contactOf = (hire: LawyerHire) => readContact(hire.contactMethod, hire.contactValue);

/** Shows a chip for each contact method: Phone, Email or both. */
export function ContactMethods({ method }: { method: string | null }) {
  const named = [
    ["phone", "Phone"],
    ["email", "Email"],
  ].filter(([word = ""]) => method?.toLowerCase().includes(word));
  if (named.length === 0) return <>—</>;
  return (
    <span className={own.chips}>
      {named.map(([word, label]) => (
        <Chip key={word} tone="info" className={own.tag}>
          {label}
        </Chip>
      ))}
    </span>
  );
}

/**
 * Chip for a hire whose driver has paid the fine. Paying ends the lawyer's work, so the lawyer can no
 * longer contest the ticket.
 */
export function TicketPaid() {
  return <Chip tone="warn">Ticket paid</Chip>;
}

/** Shows that staff set the hire's status, which may then differ from the case's step. */
export function SetByStaff({ hire }: { hire: LawyerHire }) {
  return hire.isLabelByStaff && <span className={own.soft}>Set by staff</span>;
}

/** The step of a case that lawyers handle, or who handles the case instead. */
function Step({ hire }: { hire: LawyerHire }) {
  const handling = handlingOf(hire);
  const text = handlingText(handling);
  if (text) return <span className={own.soft}>{text}</span>;
  if (handling !== "matched" || !hire.caseStep) return null;
  return <span className={own.soft}>Case: {stepLabel(hire.caseStep).text}</span>;
}

function Actions({ hire }: { hire: LawyerHire }) {
  const { apply } = useActions<LawyerHire>();
  return (
    !hire.isSeenByAdmin && (
      <RowAction
        aria-label={`Seen: hire ${hire.id}`}
        onClick={() => void apply(hire, markSeen(hire))}
      >
        Seen
      </RowAction>
    )
  );
}

/** How to reach the driver: methods, phone number and email address. */
function Contact({ hire }: { hire: LawyerHire }) {
  const { phone, email } = contactOf(hire);
  return (
    <span className={cx(own.stack, own.contact)}>
      <ContactMethods method={hire.contactMethod} />
      {phone && <span className={own.known}>{phone}</span>}
      {email && (
        <span className={own.known} title={email}>
          {email}
        </span>
      )}
    </span>
  );
}

export const HIRE_COLUMNS: readonly Column<LawyerHire>[] = [
  {
    id: "id",
    title: "ID",
    sort: "id",
    card: "title",
    cell: (hire) => (
      <span className={own.chips}>
        {hire.id}
        {!hire.isSeenByAdmin && (
          <Chip tone="good" className={own.tag}>
            NEW
          </Chip>
        )}
      </span>
    ),
  },
  { ...driverColumn(), wraps: 5 },
  {
    id: "ticket",
    title: "Ticket ID",
    align: "end",
    cell: (hire) => hire.ticketId ?? "—",
  },
  {
    id: "violation",
    title: "Violation",
    wide: true,
    wraps: 5.25,
    cell: (hire) => <CitedCell record={hire}>{hire.violationType ?? "—"}</CitedCell>,
  },
  {
    id: "amount",
    title: "Amount",
    align: "end",
    sort: "amount",
    cell: (hire) => dollars(hire.amount),
  },
  {
    id: "status",
    title: "Status",
    cell: (hire) => (
      <span className={own.stack}>
        <SetStatus row={hire} />
        <SetByStaff hire={hire} />
        <Step hire={hire} />
        {hire.isTicketPaid && <TicketPaid />}
      </span>
    ),
  },
  solvedColumn(),
  { id: "contact", title: "Contact", cell: (hire) => <Contact hire={hire} /> },
  {
    id: "confirmation",
    title: "Confirmation Number",
    wraps: 5,
    cell: (hire) => <span className={own.code}>{hire.confirmationNumber}</span>,
  },
  {
    id: "date",
    title: "Date",
    sort: "createdAt",
    cell: (hire) => <RelativeTime at={hire.createdAt} />,
  },
  actionsColumn((hire) => <Actions hire={hire} />),
];
