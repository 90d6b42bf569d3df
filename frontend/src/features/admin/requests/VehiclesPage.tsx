import * as staff from "@/api/generated/staff/sdk.gen";
import { toListCall, toSumsCall } from "@/api/listCalls";
import type { VehicleUpdate, VehicleUpdateSummary } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { RelativeTime } from "../desk/RelativeTime";
import { formatExactTime } from "../desk/times";
import { actionsColumn, relativeTimeColumn, Solved } from "../queue/cells";
import type { Declaration } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { SOLVED } from "../queue/format";
import { formatPersonName, ownerOf, PERSON_COLUMNS, personFacts } from "./person";

/** Declaration of the list of license plates to check. */
export const DECLARATION: Declaration<VehicleUpdate, VehicleUpdateSummary> = {
  title: "Vehicle updates",
  call: toListCall(staff.listVehicleUpdates),
  sums: toSumsCall(staff.vehicleUpdateSummary),
  figures: (sums) => [
    { name: "Total Vehicle Updates", value: formatCount(sums?.total) },
    { name: "With License Plates", value: formatCount(sums?.withPlates) },
  ],
  filters: [SOLVED],
  search: "Name, username, plate or ID",
  file: "vehicle-updates",
  columns: [
    ...PERSON_COLUMNS,
    { id: "plate", title: "License Plate", cell: (u) => u.vehicleLicensePlate ?? "—" },
    { id: "state", title: "Vehicle State", cell: (update) => update.vehicleState ?? "—" },
    relativeTimeColumn("Added On", (update) => update.vehicleInfoAddedAt),
    actionsColumn((update) => <Solved row={update} />),
  ],
  emptyHint: "When a driver adds a license plate, it shows up here.",
  nameOf: (update) => `${formatPersonName(update)}’s vehicle`,
  solving: {
    queue: "vehicle-update",
    noun: "Update",
    requestedAt: (update) => update.vehicleInfoAddedAt,
  },
  box: {
    title: "Recent Updates",
    line: (update) => update.vehicleLicensePlate ?? "—",
    detail: (update) => (
      <>
        {update.fullName ?? update.username} · {update.vehicleState ?? "—"} ·{" "}
        <RelativeTime at={update.vehicleInfoAddedAt} nowText="just now" />
      </>
    ),
  },
  record: {
    title: (update) => update.fullName ?? update.username,
    actions: (update) => <Solved row={update} />,
    facts: ({ vehicleInfoAddedAt: added, ...update }) => [
      { name: "License Plate", value: update.vehicleLicensePlate },
      { name: "Vehicle State", value: update.vehicleState },
      { name: "Added On", value: added && formatExactTime(added) },
      ...personFacts(update),
    ],
    driver: ownerOf,
    subject: "user",
  },
};

export default function VehiclesPage() {
  return <QueuePage declaration={DECLARATION} />;
}
