import type { HardshipRequest } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import { describeOffer, NEEDS } from "@/parts/hardship/hardshipWords";
import { RelativeTime } from "../../desk/RelativeTime";
import { WaitingQueue } from "../../queue/waiting/WaitingQueue";
import waiting from "../../queue/waiting/waiting.module.css";
import { DriverLink } from "../../table/cells/DriverLink";
import type { RowColumn } from "../../table/rows/Rows";
import { getOpenRequests, HARDSHIP_QUEUE_KEY } from "./calls";
import { RequestSection } from "./RequestSection";

const COLUMNS: readonly RowColumn<HardshipRequest>[] = [
  {
    title: "Driver",
    cell: ({ userId, driverName }) => <DriverLink id={userId} name={driverName ?? null} />,
  },
  {
    title: "Item",
    cell: ({ label, itemAmount, citationNumber, issuer }) => (
      <>
        {label}
        <div className={waiting.soft}>
          {[itemAmount, citationNumber, issuer].filter(Boolean).join(" · ")}
        </div>
      </>
    ),
  },
  { title: "Asks for", cell: ({ need }) => lookUpLabel(NEEDS, need) ?? need },
  { title: "Can pay", cell: (request) => describeOffer(request) },
  { title: "Requested", cell: ({ askedAt }) => <RelativeTime at={askedAt} /> },
];

/** Requests of drivers who can't pay an item now. Staff answer them. */
export default function HardshipPage() {
  return (
    <WaitingQueue
      title="Hardship requests"
      label="Open hardship requests"
      pluralNoun="hardship requests"
      empty="When a driver can’t pay a ticket or toll right now, their request shows up here."
      parameter="request"
      queueKey={HARDSHIP_QUEUE_KEY}
      load={getOpenRequests}
      columns={COLUMNS}
      action={{ text: "Answer", describe: ({ label }) => `Answer the request about ${label}` }}
    >
      {(id, onClose) => <RequestSection key={id} id={id} onClose={onClose} />}
    </WaitingQueue>
  );
}
