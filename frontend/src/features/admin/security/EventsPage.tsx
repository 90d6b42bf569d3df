import { Desk } from "../desk/Desk";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { useDeskList } from "../table/data/useDeskList";
import { EVENT_COLUMNS, eventId } from "./eventColumns";
import { FilterInput } from "./FilterInput";
import { EVENTS } from "./calls";
import type { SecurityEvent } from "@/api/types";
import { EVENT_OPTIONS, SEVERITY_OPTIONS } from "./words";

const FILTERS = [
  { name: "severity", label: "Severity", options: SEVERITY_OPTIONS },
  { name: "type", label: "Type", options: EVENT_OPTIONS },
];
const NAMES = ["severity", "type", "from", "to"];

export default function EventsPage() {
  return (
    <Desk title="Security events">
      <Events />
    </Desk>
  );
}

function Events() {
  const list = useDeskList<SecurityEvent>({
    call: EVENTS,
    filters: NAMES,
  });
  return (
    <>
      <ListTools
        state={list.state}
        set={list.set}
        search={{ label: "Search by address", placeholder: "An IP address, whole" }}
        filters={FILTERS}
      >
        <FilterInput name="from" label="From" kind="date" state={list.state} set={list.set} />
        <FilterInput name="to" label="To" kind="date" state={list.state} set={list.set} />
      </ListTools>
      <ListTable
        list={list}
        columns={EVENT_COLUMNS}
        idOf={eventId}
        label="Security events"
        empty="No security data available"
        emptyHint="Logins, refusals and blocks appear here as they happen. They are kept for 90 days."
      />
    </>
  );
}
