import type { AddedItem } from "@/api/types";
import { formatTypedAmount } from "@/lib/amount";
import { formatDate } from "@/lib/dates";
import { RelativeTime } from "../../desk/RelativeTime";
import { WaitingQueue } from "../../queue/waiting/WaitingQueue";
import waiting from "../../queue/waiting/waiting.module.css";
import { DriverLink } from "../../table/cells/DriverLink";
import type { RowColumn } from "../../table/rows/Rows";
import { CheckSection } from "./CheckSection";
import { getItemsToCheck, TO_CHECK_KEY } from "./calls";
import css from "./toCheck.module.css";
import { KIND_NAMES } from "./words";

const COLUMNS: readonly RowColumn<AddedItem>[] = [
  {
    title: "Driver",
    cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName ?? null} />,
  },
  {
    title: "Item",
    cell: ({ kind, label, citationNumber, issuer }) => (
      <>
        {label}
        <div className={waiting.soft}>
          {[KIND_NAMES[kind], citationNumber, issuer].filter(Boolean).join(" · ")}
        </div>
      </>
    ),
  },
  {
    title: "Ticket date",
    cell: ({ date }) => <span className={css.whole}>{formatDate(date)}</span>,
  },
  { title: "Amount", cell: ({ amount }) => formatTypedAmount(amount) },
  { title: "Added", cell: ({ addedAt }) => <RelativeTime at={addedAt} /> },
];

/** Tickets, parking tickets and tolls that drivers added. Staff confirm them, merge them, or say why they can't be found. */
export default function AddedItemsPage() {
  return (
    <WaitingQueue
      title="Driver-added tickets"
      label="Driver-added tickets to check"
      pluralNoun="driver-added tickets"
      empty="Tickets that drivers add themselves show up here."
      parameter="item"
      queueKey={TO_CHECK_KEY}
      load={getItemsToCheck}
      columns={COLUMNS}
      action={{ text: "Check", describe: ({ label }) => `Check ${label}` }}
    >
      {(id, onClose) => <CheckSection key={id} id={id} onClose={onClose} />}
    </WaitingQueue>
  );
}
