import type { Chargeback, ChargebackSummary } from "@/api/types";
import { formatCount, humanize } from "@/lib/labels";
import { formatExactTime } from "../desk/times";
import { CitedCell, citationFact } from "../queue/CitedCell";
import { driverColumn } from "../queue/cells";
import type { Declaration } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { ChargebackChip } from "../queue/refunds/ChargebackChip";
import { CHARGEBACK_LABELS } from "../queue/refunds/chargebackLabels";
import { dollars, toLabeledOptions } from "../queue/format";
import { DriverLink } from "../table/cells/DriverLink";
import { ChargebackEvidence } from "./ChargebackEvidence";
import { CHARGEBACK_SUMS, CHARGEBACKS } from "./calls";
import { TimeLeft } from "./TimeLeft";

const reasonOf = ({ reason }: Chargeback) => humanize(reason);

const renderTimeLeft = (chargeback: Chargeback) => <TimeLeft chargeback={chargeback} />;

export const DECLARATION: Declaration<Chargeback, ChargebackSummary> = {
  title: "Chargebacks",
  call: CHARGEBACKS,
  sums: CHARGEBACK_SUMS,
  figures: (sums) => [
    { name: "Needs our response", value: formatCount(sums?.waiting) },
    { name: "Under review", value: formatCount(sums?.underReview) },
    { name: "Held by banks", value: sums && dollars(sums.withheld) },
    { name: "Won", value: formatCount(sums?.won) },
    { name: "Lost", value: formatCount(sums?.lost) },
  ],
  filters: [
    { name: "status", label: "Status", options: toLabeledOptions(CHARGEBACK_LABELS) },
    {
      name: "answered",
      label: "Response",
      options: [
        { value: "false", label: "Needs our response" },
        { value: "true", label: "Answered or decided" },
      ],
    },
  ],
  search: "Driver, citation, confirmation or ID",
  file: "chargebacks",
  columns: [
    { id: "id", title: "ID", sort: "id", card: "title", cell: ({ id }) => id },
    driverColumn("User"),
    { id: "reason", title: "Bank’s reason", card: "title", cell: reasonOf },
    { id: "amount", title: "Amount", align: "end", cell: ({ amount }) => dollars(amount) },
    {
      id: "confirmation",
      title: "Confirmation number",
      cell: (chargeback) => (
        <CitedCell record={chargeback}>{chargeback.confirmationNumber}</CitedCell>
      ),
    },
    { id: "due", title: "Time left to respond", sort: "dueBy", cell: renderTimeLeft },
    { id: "opened", title: "Opened on", cell: ({ openedAt }) => formatExactTime(openedAt) },
    { id: "status", title: "Status", cell: ChargebackChip },
  ],
  nameOf: ({ id }) => `chargeback ${id}`,
  box: {
    title: "Needs our response",
    waiting: { answered: "false", sort: "dueBy" },
    line: (chargeback) => (
      <>
        {dollars(chargeback.amount)} <ChargebackChip status={chargeback.status} />
      </>
    ),
    detail: (chargeback) => (
      <>
        <DriverLink id={chargeback.userId} name={chargeback.driverName} /> · Reason given by the
        bank: {reasonOf(chargeback)} · {renderTimeLeft(chargeback)}
      </>
    ),
    empty: "No chargebacks need a response.",
  },
  emptyHint:
    "When a driver’s bank questions a payment or takes its money back, the payment shows up here.",
  noMatch: "No chargebacks found.",
  record: {
    title: ({ id }) => `Chargeback ${id}`,
    facts: (chargeback) => [
      { name: "Status", value: <ChargebackChip status={chargeback.status} /> },
      { name: "Amount", value: dollars(chargeback.amount) },
      { name: "Reason given by the bank", value: reasonOf(chargeback) },
      citationFact(chargeback),
      { name: "Confirmation number", value: chargeback.confirmationNumber },
      {
        name: "Money held by the driver’s bank",
        value: chargeback.isWithheld ? "Yes" : "No",
      },
      { name: "Time left to respond", value: renderTimeLeft(chargeback) },
      {
        name: "Evidence due by",
        value: chargeback.evidenceDueBy && formatExactTime(chargeback.evidenceDueBy),
      },
      {
        name: "Evidence submitted on",
        value: chargeback.submittedAt && formatExactTime(chargeback.submittedAt),
      },
      { name: "Opened on", value: formatExactTime(chargeback.openedAt) },
      { name: "Decided on", value: chargeback.closedAt && formatExactTime(chargeback.closedAt) },
      { name: "Payment provider’s ID", value: chargeback.providerId },
    ],
    belowFacts: (chargeback) =>
      chargeback.waitsForUs ? <ChargebackEvidence key={chargeback.id} id={chargeback.id} /> : null,
    driver: (chargeback) => chargeback,
  },
};

export default function ChargebacksPage() {
  return <QueuePage declaration={DECLARATION} />;
}
