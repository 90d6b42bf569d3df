import { useMemo } from "react";
import type { VehicleUpdate } from "@/api/types";
import { deskPaths } from "../desk/deskPaths";
import { files } from "@/lib/paths";
import { Alert } from "@/ui/feedback/Alert";
import { Drawer } from "@/ui/desk/Drawer";
import { Ago } from "../desk/Ago";
import { Figures } from "../desk/Figures";
import { exactTime } from "../desk/times";
import type { Column } from "../table/columns";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { Box } from "../queue/Box";
import { BulkSolve } from "../queue/BulkSolve";
import { Facts } from "../queue/Facts";
import { count, SEARCH_HINT, SOLVED } from "../queue/filters";
import { QueueDesk } from "../queue/QueueDesk";
import { VEHICLE_SUMS, VEHICLES } from "./calls";
import { RecordLinks } from "../queue/RecordLinks";
import css from "../table/cells/RowAction.module.css";
import { useFew } from "../table/data/useFew";
import { useQueue } from "../queue/useQueue";
import { useSummary } from "../table/data/useSummary";

const FILTERS = [SOLVED];
const NAMES = ["solved"];
const ALSO = [VEHICLE_SUMS.address];

type Solve = (update: VehicleUpdate, solved: boolean) => void;

const Solved = ({ update, solve }: { update: VehicleUpdate; solve: Solve }) => (
  <SolvedToggle
    solved={update.isSolved}
    of={`vehicle of driver ${update.id}`}
    onChange={(solved) => solve(update, solved)}
  />
);

const columnsOf = (solve: Solve): readonly Column<VehicleUpdate>[] => [
  { id: "id", title: "User ID", card: "title", cell: (update) => update.id },
  { id: "name", title: "Full Name", card: "title", wide: true, cell: (u) => u.fullName ?? "—" },
  { id: "username", title: "Username", wide: true, cell: (update) => update.username },
  { id: "plate", title: "License Plate", cell: (u) => u.vehicleLicensePlate ?? "—" },
  { id: "state", title: "Vehicle State", cell: (update) => update.vehicleState ?? "—" },
  { id: "added", title: "Added On", cell: (update) => <Ago at={update.vehicleInfoAddedAt} /> },
  {
    id: "actions",
    title: "Actions",
    pinned: true,
    card: "actions",
    cell: (update) => <Solved update={update} solve={solve} />,
  },
];

export default function VehiclesPage() {
  return (
    <QueueDesk title="Vehicle updates">
      <Vehicles />
    </QueueDesk>
  );
}

function Vehicles() {
  const summary = useSummary(VEHICLE_SUMS);
  const recent = useFew<VehicleUpdate>(VEHICLES);
  const queue = useQueue<VehicleUpdate>({
    call: VEHICLES,
    also: ALSO,
    filters: NAMES,
    queue: "vehicle-update",
    noun: "Update",
  });
  const { list, solve, open } = queue;
  const solveOne = useMemo<Solve>(() => (update, solved) => void solve([update], solved), [solve]);
  const columns = useMemo(() => columnsOf(solveOne), [solveOne]);
  return (
    <>
      <Figures
        label="Totals"
        of={[
          { name: "Total Vehicle Updates", value: count(summary?.total) },
          { name: "With License Plates", value: count(summary?.withPlates) },
        ]}
      />
      <ListTools
        state={list.state}
        set={list.set}
        search={{
          label: "Search vehicle updates",
          placeholder: "Name, username, plate or id",
          hint: SEARCH_HINT,
        }}
        filters={FILTERS}
        exportHref={files.export("vehicle-updates", list.filter)}
      />
      <ListTable
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        label="Vehicle updates"
        onOpen={queue.onOpen}
        empty="No vehicle updates found."
        emptyHint="A driver who gives a license plate appears here."
        bulk={(rows, clear) => <BulkSolve rows={rows} clear={clear} solve={solve} />}
      />
      <Box
        title="Recent Updates"
        rows={recent?.rows}
        idOf={({ id }) => id}
        line={(update) => update.vehicleLicensePlate ?? "—"}
        detail={(update) => (
          <>
            {update.fullName ?? update.username} · {update.vehicleState ?? "—"} ·{" "}
            <Ago at={update.vehicleInfoAddedAt} />
          </>
        )}
        empty="No vehicle updates found."
      />
      {open && (
        <Drawer open onClose={queue.close} title={open.fullName ?? open.username}>
          {queue.failure && <Alert>{queue.failure}</Alert>}
          <div className={css.bar}>
            <Solved update={open} solve={solveOne} />
          </div>
          <Facts
            of={[
              { name: "License Plate", value: open.vehicleLicensePlate },
              { name: "Vehicle State", value: open.vehicleState },
              {
                name: "Added On",
                value: open.vehicleInfoAddedAt && exactTime(open.vehicleInfoAddedAt),
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
    </>
  );
}
