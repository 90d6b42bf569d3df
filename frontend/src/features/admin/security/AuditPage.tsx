import type { AuditEntry } from "@/api/types";
import { formatExactTime } from "../desk/times";
import { relativeTimeColumn } from "../queue/cells";
import type { Declaration } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { AUDIT } from "../queue/trail/calls";
import { labelField, formatValue } from "../queue/trail/fieldLabels";
import { formatChange } from "../queue/trail/formatChange";
import {
  ACTION_OPTIONS,
  actionText,
  SUBJECT_OPTIONS,
  subjectText,
} from "../queue/trail/auditLabels";
import { DriverLink } from "../table/cells/DriverLink";
import { auditExportUrl } from "./calls";
import css from "./security.module.css";

/** Names the user who made the change; Lanewise for an automatic change. */
const formatActor = (entry: AuditEntry) =>
  entry.actorId === null ? "Lanewise" : (entry.actorEmail ?? `User ${entry.actorId}`);
/** Shows the record that an entry is about; a driver as a link. */
const renderSubject = (entry: AuditEntry) => {
  if (entry.subjectKind !== "user") return `${subjectText(entry.subjectKind)} ${entry.subjectId}`;
  return <DriverLink id={entry.subjectId} name={entry.subjectName ?? "User"} />;
};

/** Declaration of the audit trail, whose entries can't be changed or deleted. */
const DECLARATION: Declaration<AuditEntry> = {
  title: "Audit trail",
  call: AUDIT,
  filters: [
    { name: "action", label: "Action", options: ACTION_OPTIONS },
    { name: "subjectKind", label: "Record type", options: SUBJECT_OPTIONS },
    { name: "subjectId", label: "Record ID", kind: "number" },
    { name: "actor", label: "Done by (user ID)", kind: "number" },
    { name: "from", label: "From date", kind: "date" },
    { name: "to", label: "To date", kind: "date" },
  ],
  file: auditExportUrl,
  columns: [
    relativeTimeColumn("Time", (entry) => entry.createdAt),
    { id: "who", title: "Done by", cell: formatActor },
    { id: "action", title: "Action", card: "title", cell: (entry) => actionText(entry.action) },
    { id: "record", title: "Record", cell: renderSubject },
    {
      id: "change",
      title: "Changes (before → after)",
      wide: true,
      cell: (entry) => formatChange(entry.before, entry.after) || "—",
    },
  ],
  empty: "No entries yet.",
  emptyHint: "Logins, payments and staff changes show up here.",
  record: {
    title: (entry) => actionText(entry.action),
    facts: (entry) => [
      { name: "Time", value: formatExactTime(entry.createdAt) },
      { name: "Done by", value: formatActor(entry) },
      {
        name: "Record",
        value: renderSubject(entry),
      },
      { name: "IP address", value: entry.address },
    ],
    belowFacts: (entry) => <Changes entry={entry} />,
  },
};

function Changes({ entry }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
  if (names.length === 0) return <p className={css.soft}>This entry has no further details.</p>;
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td>{labelField(name)}</td>
            <td>{formatValue(entry.before[name])}</td>
            <td>{formatValue(entry.after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export default function AuditPage() {
  return <QueuePage declaration={DECLARATION} />;
}
