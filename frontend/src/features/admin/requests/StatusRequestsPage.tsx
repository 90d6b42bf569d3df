import * as staff from "@/api/generated/staff/sdk.gen";
import { toListCall, toSumsCall } from "@/api/listCalls";
import type { StatusRequest, StatusRequestSummary } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { STATES } from "@/lib/states";
import { formatCount, lookUpLabel } from "@/lib/labels";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { RelativeTime } from "../desk/RelativeTime";
import { formatExactTime } from "../desk/times";
import { useActions } from "../queue/actions";
import { actionsColumn, relativeTimeColumn, Solved } from "../queue/cells";
import type { Declaration, OpenDialog } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { SOLVED, toOptions } from "../queue/format";
import { Digits, REVEAL } from "./Digits";
import { formatPersonName, ownerOf, PERSON_COLUMNS, personFacts } from "./person";
import { LICENSE_STATUSES, LicenseStatusForm } from "./LicenseStatusForm";

const ERASE = "erase";
const loadReveal = () => import("./RevealDialog");
const loadErase = () => import("./EraseDialog");

export const DECLARATION: Declaration<StatusRequest, StatusRequestSummary> = {
  title: "License status requests",
  call: toListCall(staff.listStatusRequests),
  sums: toSumsCall(staff.statusRequestSummary),
  figures: (sums) => [
    { name: "Total Requests", value: formatCount(sums?.total) },
    { name: "States Represented", value: formatCount(sums?.states) },
    { name: "With License Numbers", value: formatCount(sums?.withLicenseNumbers) },
  ],
  filters: [SOLVED, { name: "state", label: "State", options: toOptions(STATES) }],
  search: "Name, username, license or ID",
  file: "status-requests",
  columns: [
    ...PERSON_COLUMNS,
    { id: "state", title: "State", cell: (request) => request.stateAbbreviation ?? "—" },
    { id: "license", title: "License Number", cell: (r) => r.driversLicenseNumber ?? "—" },
    { id: "digits", title: "Last 4 SSN", cell: (request) => <Digits request={request} /> },
    relativeTimeColumn("Requested At", (request) => request.statusRequestedAt),
    actionsColumn((request) => <Solved row={request} />),
  ],
  emptyHint: "When a driver requests a license check, the request shows up here.",
  nameOf: (request) => `${formatPersonName(request)}’s request`,
  solving: {
    queue: "status-request",
    noun: "Request",
    requestedAt: (request) => request.statusRequestedAt,
    // Solving is final, because the erased digits can't be restored.
    isFinal: true,
    confirmDialog: (requests) =>
      requests.some(({ lastFourSSN }) => lastFourSSN !== null) ? ERASE : null,
  },
  box: {
    title: "Recent Requests",
    line: (request) => request.fullName ?? request.username,
    detail: (request) => (
      <>
        {request.stateAbbreviation ?? "—"} · {request.driversLicenseNumber ?? "no license"} ·{" "}
        <RelativeTime at={request.statusRequestedAt} nowText="just now" />
      </>
    ),
  },
  record: {
    title: (request) => request.fullName ?? request.username,
    actions: (request) => <Solved row={request} />,
    facts: (request) => [
      { name: "State", value: request.state },
      { name: "License Number", value: request.driversLicenseNumber },
      { name: "Last 4 SSN", value: request.lastFourSSN ?? "Erased" },
      { name: "Date of Birth", value: request.dateOfBirth && formatDate(request.dateOfBirth) },
      { name: "License status", value: lookUpLabel(LICENSE_STATUSES, request.licenseStatus) },
      {
        name: "Requested At",
        value: request.statusRequestedAt && formatExactTime(request.statusRequestedAt),
      },
      ...personFacts(request),
    ],
    lead: (request) => (
      <LicenseStatusForm
        key={`settle ${request.id} ${request.statusRequestedAt}`}
        request={request}
      />
    ),
    driver: ownerOf,
    subject: "user",
  },
  Dialogs,
};

function Dialogs({
  openedDialog,
  close,
}: {
  openedDialog: OpenDialog<StatusRequest> | null;
  close: () => void;
}) {
  const { solve } = useActions<StatusRequest>();
  const rows = openedDialog?.rows ?? [];
  return (
    <>
      <LazyDialog
        load={loadReveal}
        open={openedDialog?.dialog === REVEAL}
        onOpenChange={close}
        request={rows[0] ?? null}
      />
      <LazyDialog
        load={loadErase}
        open={openedDialog?.dialog === ERASE}
        onOpenChange={close}
        requests={rows}
        onConfirm={(requests: readonly StatusRequest[]) => solve(requests, true)}
      />
    </>
  );
}

export default function StatusRequestsPage() {
  return <QueuePage declaration={DECLARATION} />;
}
