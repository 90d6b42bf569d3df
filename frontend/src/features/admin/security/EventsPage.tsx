import type { SecurityEvent } from "@/api/types";
import type { Declaration } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { EVENTS } from "./calls";
import { EVENT_COLUMNS } from "./eventColumns";
import { EVENT_OPTIONS, SEVERITY_OPTIONS } from "./securityLabels";

/** Declaration of the list of security events, such as logins, refused requests and blocks. */
const DECLARATION: Declaration<SecurityEvent> = {
  title: "Security events",
  call: EVENTS,
  filters: [
    { name: "severity", label: "Severity", options: SEVERITY_OPTIONS },
    { name: "type", label: "Type", options: EVENT_OPTIONS },
    { name: "from", label: "From date", kind: "date" },
    { name: "to", label: "To date", kind: "date" },
  ],
  search: { label: "Search by IP address", placeholder: "A full IP address" },
  columns: EVENT_COLUMNS,
  empty: "No security data available",
  emptyHint: "Logins, denied requests and blocks show up here. We keep them for 90 days.",
};

export default function EventsPage() {
  return <QueuePage declaration={DECLARATION} />;
}
