import type { SecurityEvent } from "@/api/types";
import { formatCount, humanize } from "@/lib/labels";
import { Chip } from "@/ui/feedback/Chip";
import { RelativeTime } from "../desk/RelativeTime";
import type { Column } from "../table/columns";
import css from "./security.module.css";
import { labelEvent, toneOfSeverity } from "./securityLabels";

export const EVENT_COLUMNS: readonly Column<SecurityEvent>[] = [
  { id: "time", title: "Time", cell: (event) => <RelativeTime at={event.timestamp} /> },
  {
    id: "type",
    title: "Type",
    card: "title",
    cell: (event) => (
      <>
        {labelEvent(event.type)}
        {event.times > 1 && <span className={css.times}> ×{formatCount(event.times)}</span>}
      </>
    ),
  },
  { id: "ip", title: "IP", cell: (event) => <span className={css.code}>{event.ip || "—"}</span> },
  {
    id: "severity",
    title: "Severity",
    cell: (event) => <Chip tone={toneOfSeverity(event.severity)}>{humanize(event.severity)}</Chip>,
  },
  {
    id: "url",
    title: "Details",
    wide: true,
    cell: (event) => <span className={css.code}>{event.details.url}</span>,
  },
];

export const eventId = (event: SecurityEvent) => event.id;
