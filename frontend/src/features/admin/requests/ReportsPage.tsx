import { type ComponentType, useMemo } from "react";
import * as requests from "@/api/generated/requests/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import { toListCall, toSumsCall } from "@/api/listCalls";
import type { MissingTicketReport, MissingTicketSummary, ReportStatus } from "@/api/types";
import { Link } from "@/lib/router";
import { STATES } from "@/lib/states";
import { formatCount, keysOf } from "@/lib/labels";
import { REPORT_TYPES } from "@/parts/reportTypes";
import { Button } from "@/ui/buttons/Button";
import type { Tone } from "@/ui/feedback/Chip";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { deskPaths } from "../desk/deskPaths";
import { RelativeTime } from "../desk/RelativeTime";
import { formatExactTime } from "../desk/times";
import { useActions } from "../queue/actions";
import {
  actionsColumn,
  driverColumn,
  relativeTimeColumn,
  Solved,
  solvedColumn,
  ToneChip,
} from "../queue/cells";
import type { Declaration, OpenDialog, RowChange } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { SOLVED, toOptions } from "../queue/format";
import { DriverLink } from "../table/cells/DriverLink";
import { RowAction } from "../table/cells/RowAction";
import { StatusSelect } from "../table/cells/StatusSelect";
import { type FoundItem, patchReportStatus } from "./calls";

const TONES: Record<ReportStatus, Tone> = {
  Pending: "warn",
  Found: "good",
  "Not Found": "neutral",
};

/** Name of the dialog for choosing the item that was found. */
const FOUND = "found";
/** Name of the dialog for filing an item that isn't on record. */
const FILE = "file";

/** Returns the change that sets a report's status, and the item that was found for it. */
const setStatus = (
  _: MissingTicketReport,
  status: ReportStatus,
  item: FoundItem | null = null,
): RowChange<MissingTicketReport> => ({
  // A final status also marks the report solved.
  patch: { status, isSolved: status !== "Pending" },
  send: (shownReport) => patchReportStatus(shownReport.id, status, shownReport.status, item),
  successToast: {
    title: "Status Updated",
    description: "Missing ticket report status has been updated successfully",
  },
  failureText: "Failed to update report status",
});

const StatusChip = ({ status }: { status: ReportStatus }) => (
  <ToneChip word={status} tones={TONES} />
);

/** The form for filing the missing ticket; it belongs to another feature. */
type File = ComponentType<{
  report: MissingTicketReport | null;
  onReopen: (report: MissingTicketReport) => void;
  onFiled: (kind: FoundItem["kind"], id: number) => void;
  onClose: () => void;
}>;

export const DECLARATION: Declaration<MissingTicketReport, MissingTicketSummary> = {
  title: "Missing tickets",
  label: "Missing ticket reports",
  call: toListCall(requests.listReports),
  sums: toSumsCall(staff.reportSummary),
  figures: (sums) => [
    { name: "Total Reports", value: formatCount(sums?.total) },
    { name: "Pending Review", value: formatCount(sums?.pending) },
    { name: "Resolved", value: formatCount(sums?.resolved) },
  ],
  filters: [
    { name: "status", label: "Status", options: toOptions(keysOf(TONES)) },
    SOLVED,
    {
      name: "ticketType",
      label: "Ticket type",
      options: toOptions(REPORT_TYPES),
    },
    { name: "state", label: "State", options: toOptions(STATES) },
  ],
  search: "Driver, state, type or ID",
  file: "missing-tickets",
  columns: [
    { id: "id", title: "Report ID", card: "title", cell: (report) => report.id },
    driverColumn(),
    { id: "state", title: "State", cell: (report) => report.state },
    { id: "type", title: "Ticket Type", card: "title", cell: (report) => report.ticketType },
    relativeTimeColumn("Reported Date", (report) => report.reportedAt),
    { id: "status", title: "Status", cell: ({ status }) => <StatusChip status={status} /> },
    solvedColumn(),
    actionsColumn((report) => <StatusCell report={report} />),
  ],
  emptyHint: "When a driver reports a missing ticket, the report shows up here.",
  nameOf: (report) => `report ${report.id}`,
  solving: { queue: "missing-ticket", noun: "Report" },
  status: { tones: TONES, change: setStatus },
  box: {
    title: "Requires Attention",
    waiting: { status: "Pending", sort: "id" },
    line: (report) => `${report.ticketType} in ${report.state}`,
    detail: (report) => (
      <>
        Report {report.id} · <DriverLink id={report.userId} name={report.driverName} /> ·{" "}
        <RelativeTime at={report.reportedAt} nowText="just now" />
      </>
    ),
    actions: (report) => <FoundButtons report={report} />,
    empty: "No reports need a response.",
  },
  record: {
    title: (report) => `Report ${report.id}`,
    actions: (report) => (
      <>
        <FileButton report={report} />
        <StatusCell report={report} />
        <Solved row={report} />
      </>
    ),
    facts: (report) => [
      { name: "Status", value: <StatusChip status={report.status} /> },
      { name: "Ticket Type", value: report.ticketType },
      { name: "State", value: report.state },
      { name: "Reported Date", value: formatExactTime(report.reportedAt) },
      {
        name: "Item found",
        value: report.itemKind && report.itemId !== null && (
          <Link to={deskPaths.user(report.userId)}>{`${report.itemKind} ${report.itemId}`}</Link>
        ),
      },
    ],
    driver: (report) => report,
    subject: "missing_ticket_report",
  },
};

/** Select for a report's status. Selecting Found opens a dialog that asks which item was found. */
function StatusCell({ report }: { report: MissingTicketReport }) {
  const { apply, openDialog } = useActions<MissingTicketReport>();
  return (
    <StatusSelect
      recordName={`report ${report.id}`}
      value={report.status}
      options={keysOf(TONES)}
      tone={TONES[report.status]}
      onChange={(status) =>
        status === "Found"
          ? openDialog(FOUND, [report])
          : void apply(report, setStatus(report, status))
      }
    />
  );
}

function FileButton({ report }: { report: MissingTicketReport }) {
  const { openDialog } = useActions<MissingTicketReport>();
  if (report.itemId !== null) return null;
  return (
    <Button compact onClick={() => openDialog(FILE, [report])}>
      Create the ticket
    </Button>
  );
}

function FoundButtons({ report }: { report: MissingTicketReport }) {
  const { apply, openDialog } = useActions<MissingTicketReport>();
  return (
    <>
      <RowAction
        aria-label={`Mark Found: report ${report.id}`}
        onClick={() => openDialog(FOUND, [report])}
      >
        Mark Found
      </RowAction>
      <RowAction
        aria-label={`Mark Not Found: report ${report.id}`}
        onClick={() => void apply(report, setStatus(report, "Not Found"))}
      >
        Mark Not Found
      </RowAction>
    </>
  );
}

const loadFound = () => import("./FoundDialog");

type DialogsProps = {
  File: File;
  openedDialog: OpenDialog<MissingTicketReport> | null;
  close: () => void;
};

function Dialogs({ File, openedDialog, close }: DialogsProps) {
  const { apply, openDialog } = useActions<MissingTicketReport>();
  const report = openedDialog?.rows[0] ?? null;
  const markFound = (report: MissingTicketReport, item: FoundItem | null) =>
    void apply(report, setStatus(report, "Found", item));
  return (
    <>
      <LazyDialog
        load={loadFound}
        open={openedDialog?.dialog === FOUND}
        onOpenChange={close}
        report={report}
        onFound={markFound}
        onFile={(filed: MissingTicketReport) => openDialog(FILE, [filed])}
      />
      <File
        report={openedDialog?.dialog === FILE ? report : null}
        onReopen={(reopened) => openDialog(FILE, [reopened])}
        onFiled={(kind, id) => report && markFound(report, { kind, id })}
        onClose={close}
      />
    </>
  );
}

export default function ReportsPage({ File }: { File: File }) {
  const declaration = useMemo(
    () => ({
      ...DECLARATION,
      Dialogs: (props: Omit<DialogsProps, "File">) => <Dialogs File={File} {...props} />,
    }),
    [File],
  );
  return <QueuePage declaration={declaration} />;
}
