import { useMemo } from "react";
import type { MissingTicketReport } from "@/api/types";
import { deskPaths } from "../desk/deskPaths";
import { files } from "@/lib/paths";
import { STATES } from "@/lib/states";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Drawer } from "@/ui/desk/Drawer";
import { toast } from "@/ui/overlays/toast";
import { Ago } from "../desk/Ago";
import { Figures } from "../desk/Figures";
import { exactTime } from "../desk/times";
import type { Column } from "../table/columns";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { Box } from "../queue/Box";
import { BulkSolve } from "../queue/BulkSolve";
import { DriverLink } from "../table/cells/DriverLink";
import { Facts } from "../queue/Facts";
import { count, SEARCH_HINT, SOLVED, words } from "../queue/filters";
import { QueueDesk } from "../queue/QueueDesk";
import { patchReportStatus, REPORT_SUMS, REPORTS } from "./calls";
import { RecordLinks } from "../queue/RecordLinks";
import { RowAction } from "../table/cells/RowAction";
import css from "../table/cells/RowAction.module.css";
import { StatusSelect } from "../table/cells/StatusSelect";
import { useFew } from "../table/data/useFew";
import { useQueue } from "../queue/useQueue";
import { useSummary } from "../table/data/useSummary";

const STATUSES = ["Pending", "Found", "Not Found"];
const FILTERS = [
  { name: "status", label: "Status", options: words(STATUSES) },
  SOLVED,
  {
    name: "ticketType",
    label: "Ticket type",
    options: words(["Traffic ticket", "Red light ticket", "Speeding ticket", "Parking ticket"]),
  },
  { name: "state", label: "State", options: words(STATES) },
];
const NAMES = FILTERS.map(({ name }) => name);
const ALSO = [REPORT_SUMS.address];
const PENDING = { status: "Pending" };

const TONES = { Pending: "warn", Found: "good", "Not Found": "neutral" } as const;

function StatusChip({ status }: { status: string }) {
  return <Chip tone={TONES[status as keyof typeof TONES] ?? "neutral"}>{status}</Chip>;
}

type Actions = {
  solve: (report: MissingTicketReport, solved: boolean) => void;
  setStatus: (report: MissingTicketReport, status: string) => void;
};

const columnsOf = (actions: Actions): readonly Column<MissingTicketReport>[] => [
  { id: "id", title: "Report ID", card: "title", cell: (report) => report.id },
  { id: "user", title: "User ID", align: "end", cell: ({ userId }) => <DriverLink id={userId} /> },
  { id: "state", title: "State", cell: (report) => report.state },
  { id: "type", title: "Ticket Type", card: "title", cell: (report) => report.ticketType },
  { id: "reported", title: "Reported Date", cell: ({ reportedAt }) => <Ago at={reportedAt} /> },
  { id: "status", title: "Status", cell: ({ status }) => <StatusChip status={status} /> },
  {
    id: "solved",
    title: "Resolved",
    card: "actions",
    cell: (report) => <Solved bare report={report} actions={actions} />,
  },
  {
    id: "actions",
    title: "Actions",
    pinned: true,
    card: "actions",
    cell: (report) => <Status report={report} actions={actions} />,
  },
];

type PartProps = { report: MissingTicketReport; actions: Actions; bare?: boolean };

const Solved = ({ report, actions, bare }: PartProps) => (
  <SolvedToggle
    bare={bare}
    solved={report.isSolved}
    of={`report ${report.id}`}
    onChange={(solved) => actions.solve(report, solved)}
  />
);
const Status = ({ report, actions }: PartProps) => (
  <StatusSelect
    of={`report ${report.id}`}
    value={report.status}
    options={STATUSES}
    onChange={(status) => actions.setStatus(report, status)}
  />
);

export default function ReportsPage() {
  return (
    <QueueDesk title="Missing tickets">
      <Reports />
    </QueueDesk>
  );
}

function Reports() {
  const summary = useSummary(REPORT_SUMS);
  const pending = useFew<MissingTicketReport>(REPORTS, PENDING);
  const queue = useQueue<MissingTicketReport>({
    call: REPORTS,
    also: ALSO,
    filters: NAMES,
    queue: "missing-ticket",
    noun: "Report",
  });
  const { list, change, solve, fail, open } = queue;
  const actions = useMemo<Actions>(
    () => ({
      solve: (report, solved) => void solve([report], solved),
      async setStatus(report, status) {
        const failed = await change([report], { status }, (seen) =>
          patchReportStatus(seen.id, status, seen.status),
        );
        if (failed.length > 0) return fail("Failed to update report status", failed);
        toast({
          title: "Status Updated",
          description: "Missing ticket report status has been updated successfully",
        });
      },
    }),
    [change, solve, fail],
  );
  const columns = useMemo(() => columnsOf(actions), [actions]);
  return (
    <>
      <Figures
        label="Totals"
        of={[
          { name: "Total Reports", value: count(summary?.total) },
          { name: "Pending Review", value: count(summary?.pending) },
          { name: "Resolved", value: count(summary?.resolved) },
        ]}
      />
      <Box
        title="Requires Attention"
        rows={pending?.rows}
        idOf={({ id }) => id}
        line={(report) => `${report.ticketType} in ${report.state}`}
        detail={(report) => (
          <>
            Report {report.id} · driver {report.userId} · <Ago at={report.reportedAt} />
          </>
        )}
        actions={(report) => (
          <>
            <RowAction
              aria-label={`Mark Found: report ${report.id}`}
              onClick={() => actions.setStatus(report, "Found")}
            >
              Mark Found
            </RowAction>
            <RowAction
              aria-label={`Mark Not Found: report ${report.id}`}
              onClick={() => actions.setStatus(report, "Not Found")}
            >
              Mark Not Found
            </RowAction>
          </>
        )}
        empty="No report is waiting for an answer."
        aside={
          pending &&
          pending.total > pending.rows.length && (
            <RowAction onClick={() => list.set({ filters: PENDING })}>
              Show all {count(pending.total)} pending
            </RowAction>
          )
        }
      />
      <ListTools
        state={list.state}
        set={list.set}
        search={{
          label: "Search missing-ticket reports",
          placeholder: "State, kind or id",
          hint: SEARCH_HINT,
        }}
        filters={FILTERS}
        exportHref={files.export("missing-tickets", list.filter)}
      />
      <ListTable
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        label="Missing-ticket reports"
        onOpen={queue.onOpen}
        empty="No missing-ticket reports found."
        emptyHint="A driver who misses a ticket reports it on their profile."
        bulk={(rows, clear) => <BulkSolve rows={rows} clear={clear} solve={solve} />}
      />
      {open && (
        <Drawer open onClose={queue.close} title={`Report ${open.id}`}>
          {queue.failure && <Alert>{queue.failure}</Alert>}
          <div className={css.bar}>
            <Status report={open} actions={actions} />
            <Solved report={open} actions={actions} />
          </div>
          <Facts
            of={[
              { name: "Status", value: <StatusChip status={open.status} /> },
              { name: "Ticket Type", value: open.ticketType },
              { name: "State", value: open.state },
              { name: "Reported Date", value: exactTime(open.reportedAt) },
            ]}
          />
          <RecordLinks
            driver={open.userId}
            audit={deskPaths.audit({ subjectKind: "missing_ticket_report", subjectId: open.id })}
          />
        </Drawer>
      )}
    </>
  );
}
