import { useMemo } from "react";
import type { LawyerHire } from "@/api/types";
import { files } from "@/lib/paths";
import { toast } from "@/ui/overlays/toast";
import { Figures } from "../desk/Figures";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { BulkSolve } from "../queue/BulkSolve";
import { count, dollars, SEARCH_HINT, SOLVED, words } from "../queue/filters";
import { HireDrawer } from "./HireDrawer";
import { HIRE_STATUSES } from "./HireStatusChip";
import { hireColumns } from "./hireColumns";
import { QueueDesk } from "../queue/QueueDesk";
import { HIRE_SUMS, HIRES, patchHireStatus, patchSeen } from "./calls";
import { useQueue } from "../queue/useQueue";
import { useSummary } from "../table/data/useSummary";

const FILTERS = [
  { name: "status", label: "Status", options: words(HIRE_STATUSES) },
  SOLVED,
  {
    name: "seen",
    label: "Seen",
    options: [
      { value: "false", label: "New" },
      { value: "true", label: "Seen" },
    ],
  },
];
const NAMES = FILTERS.map(({ name }) => name);
const ALSO = [HIRE_SUMS.address];

export default function HiresPage() {
  return (
    <QueueDesk title="Lawyer hires">
      <Hires />
    </QueueDesk>
  );
}

function Hires() {
  const summary = useSummary(HIRE_SUMS);
  const queue = useQueue<LawyerHire>({
    call: HIRES,
    also: ALSO,
    filters: NAMES,
    queue: "lawyer-hire",
    noun: "Lawyer hire",
  });
  const { list, change, solve, fail } = queue;
  const actions = useMemo(
    () => ({
      solve: (hire: LawyerHire, solved: boolean) => void solve([hire], solved),
      async see(hire: LawyerHire) {
        const failed = await change([hire], { isSeenByAdmin: true }, ({ id }) => patchSeen(id));
        if (failed.length > 0) return fail("Failed to mark as seen.", failed);
        toast({ title: "Marked as Seen", description: `Hire ${hire.id} is not new any more.` });
      },
      async setStatus(hire: LawyerHire, status: string) {
        const failed = await change([hire], { status }, (seen) =>
          patchHireStatus(seen.id, status, seen.status),
        );
        if (failed.length > 0) return fail("Failed to update lawyer hire status.", failed);
        toast({ title: "Status Updated", description: `Hire ${hire.id} is now ${status}.` });
      },
    }),
    [change, solve, fail],
  );
  const columns = useMemo(() => hireColumns(actions), [actions]);
  return (
    <>
      <Figures
        label="Totals"
        of={[
          { name: "Pending", value: count(summary?.pending) },
          { name: "In Progress", value: count(summary?.inProgress) },
          { name: "Contacted", value: count(summary?.contacted) },
          {
            name: "Total Revenue",
            value: summary && dollars(summary.totalRevenue),
            note: summary && summary.cancelled !== "0.00" && (
              <>{dollars(summary.cancelled)} of it cancelled</>
            ),
          },
        ]}
      />
      <ListTools
        state={list.state}
        set={list.set}
        search={{
          label: "Search lawyer hires",
          placeholder: "Violation, confirmation or id",
          hint: SEARCH_HINT,
        }}
        filters={FILTERS}
        exportHref={files.export("lawyer-hires", list.filter)}
      />
      <ListTable
        list={list}
        columns={columns}
        idOf={(hire) => hire.id}
        label="Lawyer hires"
        onOpen={queue.onOpen}
        empty="No lawyer hires found."
        emptyHint="Hires appear here as soon as a driver has paid for a lawyer."
        isFresh={(hire) => !hire.isSeenByAdmin}
        bulk={(rows, clear) => <BulkSolve rows={rows} clear={clear} solve={solve} />}
      />
      <HireDrawer hire={queue.open} queue={queue} actions={actions} />
    </>
  );
}
