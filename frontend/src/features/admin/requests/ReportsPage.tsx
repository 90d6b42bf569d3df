import type { MissingTicketReport, MissingTicketSummary, ReportStatus } from "@/api/types";
import { STATES } from "@/lib/states";
import type { Tone } from "@/ui/feedback/Chip";
import { Ago } from "../desk/Ago";
import { exactTime } from "../desk/times";
import { useActions } from "../queue/actions";
import {
  actionsColumn,
  agoColumn,
  driverColumn,
  SetStatus,
  Solved,
  solvedColumn,
  ToneChip,
} from "../queue/cells";
import type { Declaration, RowChange } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { count, SOLVED, words } from "../queue/words";
import { DriverLink } from "../table/cells/DriverLink";
import { RowAction } from "../table/cells/RowAction";
import { patchReportStatus, REPORT_SUMS, REPORTS } from "./calls";
import { wordsIn } from "@/lib/words";
import { REPORT_TYPES } from "@/parts/reportTypes";

const TONES: Record<ReportStatus, Tone> = {
  Pending: "warn",
  Found: "good",
  "Not Found": "neutral",
};

const setStatus = (
  _: MissingTicketReport,
  status: ReportStatus,
): RowChange<MissingTicketReport> => ({
  // Settled is solved, in one step.
  shown: { status, isSolved: status !== "Pending" },
  send: (seen) => patchReportStatus(seen.id, status, seen.status),
  done: {
    title: "Status Updated",
    description: "Missing ticket report status has been updated successfully",
  },
  refused: "Failed to update report status",
});

const StatusChip = ({ status }: { status: ReportStatus }) => (
  <ToneChip word={status} tones={TONES} />
);

/** Tickets that drivers miss in their record. */
const OF: Declaration<MissingTicketReport, MissingTicketSummary> = {
  title: "Missing tickets",
  label: "Missing-ticket reports",
  call: REPORTS,
  sums: REPORT_SUMS,
  figures: (sums) => [
    { name: "Total Reports", value: count(sums?.total) },
    { name: "Pending Review", value: count(sums?.pending) },
    { name: "Resolved", value: count(sums?.resolved) },
  ],
  filters: [
    { name: "status", label: "Status", options: words(wordsIn(TONES)) },
    SOLVED,
    {
      name: "ticketType",
      label: "Ticket type",
      options: words(REPORT_TYPES),
    },
    { name: "state", label: "State", options: words(STATES) },
  ],
  search: "Driver, state, kind or id",
  file: "missing-tickets",
  columns: [
    { id: "id", title: "Report ID", card: "title", cell: (report) => report.id },
    driverColumn(),
    { id: "state", title: "State", cell: (report) => report.state },
    { id: "type", title: "Ticket Type", card: "title", cell: (report) => report.ticketType },
    agoColumn("Reported Date", (report) => report.reportedAt),
    { id: "status", title: "Status", cell: ({ status }) => <StatusChip status={status} /> },
    solvedColumn(),
    actionsColumn((report) => <SetStatus row={report} />),
  ],
  emptyHint: "Drivers report missing tickets on their profile.",
  nameOf: (report) => `report ${report.id}`,
  solving: { queue: "missing-ticket", noun: "Report" },
  status: { tones: TONES, change: setStatus },
  box: {
    title: "Requires Attention",
    waiting: { status: "Pending" },
    line: (report) => `${report.ticketType} in ${report.state}`,
    detail: (report) => (
      <>
        Report {report.id} · <DriverLink id={report.userId} name={report.driverName} /> ·{" "}
        <Ago at={report.reportedAt} />
      </>
    ),
    actions: (report) => <Answers report={report} />,
    empty: "No report is waiting for an answer.",
  },
  record: {
    title: (report) => `Report ${report.id}`,
    actions: (report) => (
      <>
        <SetStatus row={report} />
        <Solved row={report} />
      </>
    ),
    facts: (report) => [
      { name: "Status", value: <StatusChip status={report.status} /> },
      { name: "Ticket Type", value: report.ticketType },
      { name: "State", value: report.state },
      { name: "Reported Date", value: exactTime(report.reportedAt) },
    ],
    driver: (report) => report,
    subject: "missing_ticket_report",
  },
};

function Answers({ report }: { report: MissingTicketReport }) {
  const { apply } = useActions<MissingTicketReport>();
  return (["Found", "Not Found"] as const).map((status) => (
    <RowAction
      key={status}
      aria-label={`Mark ${status}: report ${report.id}`}
      onClick={() => void apply(report, setStatus(report, status))}
    >
      Mark {status}
    </RowAction>
  ));
}

export default function ReportsPage() {
  return <QueuePage of={OF} />;
}
