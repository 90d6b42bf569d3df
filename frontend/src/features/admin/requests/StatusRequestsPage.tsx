import { useMemo, useState } from "react";
import type { StatusRequest } from "@/api/types";
import { deskPaths } from "../desk/deskPaths";
import { files } from "@/lib/paths";
import { STATES } from "@/lib/states";
import { Alert } from "@/ui/feedback/Alert";
import { Drawer } from "@/ui/desk/Drawer";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { Ago } from "../desk/Ago";
import { Figures } from "../desk/Figures";
import { exactTime } from "../desk/times";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { Box } from "../queue/Box";
import { BulkSolve } from "../queue/BulkSolve";
import { Facts } from "../queue/Facts";
import { count, SEARCH_HINT, SOLVED, words } from "../queue/filters";
import { QueueDesk } from "../queue/QueueDesk";
import { STATUS_REQUEST_SUMS, STATUS_REQUESTS } from "./calls";
import { RecordLinks } from "../queue/RecordLinks";
import css from "../table/cells/RowAction.module.css";
import { Digits, type RequestActions, requestColumns, Solved } from "./requestColumns";
import { useFew } from "../table/data/useFew";
import { useQueue } from "../queue/useQueue";
import { useSummary } from "../table/data/useSummary";

const FILTERS = [SOLVED, { name: "state", label: "State", options: words(STATES) }];
const NAMES = FILTERS.map(({ name }) => name);
const ALSO = [STATUS_REQUEST_SUMS.address];
const loadReveal = () => import("./RevealDialog");
const loadErase = () => import("./EraseDialog");

export default function StatusRequestsPage() {
  return (
    <QueueDesk title="License status requests">
      <StatusRequests />
    </QueueDesk>
  );
}

function StatusRequests() {
  const summary = useSummary(STATUS_REQUEST_SUMS);
  const recent = useFew<StatusRequest>(STATUS_REQUESTS);
  const queue = useQueue<StatusRequest>({
    call: STATUS_REQUESTS,
    also: ALSO,
    filters: NAMES,
    queue: "status-request",
    noun: "Request",
    // The digits that solving erases do not come back.
    isFinal: true,
  });
  const { list, solve, open } = queue;
  const [erasing, setErasing] = useState<readonly StatusRequest[]>([]);
  const [revealing, setRevealing] = useState<StatusRequest | null>(null);
  const solveAll = useMemo(
    () => (requests: readonly StatusRequest[], solved: boolean) => {
      const erases = solved && requests.some(({ lastFourSSN }) => lastFourSSN !== null);
      if (erases) setErasing(requests);
      else void solve(requests, solved);
    },
    [solve],
  );
  const actions = useMemo<RequestActions>(
    () => ({ solve: (request, solved) => solveAll([request], solved), reveal: setRevealing }),
    [solveAll],
  );
  const columns = useMemo(() => requestColumns(actions), [actions]);
  return (
    <>
      <Figures
        label="Totals"
        of={[
          { name: "Total Requests", value: count(summary?.total) },
          { name: "States Represented", value: count(summary?.states) },
          { name: "With License Numbers", value: count(summary?.withLicenseNumbers) },
        ]}
      />
      <ListTools
        state={list.state}
        set={list.set}
        search={{
          label: "Search license status requests",
          placeholder: "Name, username, license or id",
          hint: SEARCH_HINT,
        }}
        filters={FILTERS}
        exportHref={files.export("status-requests", list.filter)}
      />
      <ListTable
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        label="License status requests"
        onOpen={queue.onOpen}
        empty="No license status requests found."
        emptyHint="A driver who asks for their license status appears here."
        bulk={(rows, clear) => <BulkSolve rows={rows} clear={clear} solve={solveAll} />}
      />
      <Box
        title="Recent Requests"
        rows={recent?.rows}
        idOf={({ id }) => id}
        line={(request) => request.fullName ?? request.username}
        detail={(request) => (
          <>
            {request.stateAbbreviation ?? "—"} · {request.driversLicenseNumber ?? "no license"} ·{" "}
            <Ago at={request.statusRequestedAt} />
          </>
        )}
        empty="No license status requests found."
      />
      {open && (
        <Drawer open onClose={queue.close} title={open.fullName ?? open.username}>
          {queue.failure && <Alert>{queue.failure}</Alert>}
          <div className={css.bar}>
            <Solved request={open} actions={actions} />
          </div>
          <Facts
            of={[
              { name: "State", value: open.state },
              { name: "License Number", value: open.driversLicenseNumber },
              { name: "Last 4 SSN", value: <Digits request={open} actions={actions} /> },
              { name: "Date of Birth", value: open.dateOfBirth },
              { name: "License status", value: open.licenseStatus },
              {
                name: "Requested At",
                value: open.statusRequestedAt && exactTime(open.statusRequestedAt),
              },
              { name: "User ID", value: open.id },
              { name: "Username", value: open.username },
            ]}
          />
          <RecordLinks
            driver={open.id}
            audit={deskPaths.audit({ subjectKind: "user", subjectId: open.id })}
          />
        </Drawer>
      )}
      <LateDialog
        load={loadReveal}
        open={revealing !== null}
        onOpenChange={() => setRevealing(null)}
        request={revealing}
      />
      <LateDialog
        load={loadErase}
        open={erasing.length > 0}
        onOpenChange={() => setErasing([])}
        requests={erasing}
        onConfirm={(requests: readonly StatusRequest[]) => void solve(requests, true)}
      />
    </>
  );
}
