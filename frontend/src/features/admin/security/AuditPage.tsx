import { type ReactNode, useEffect, useState } from "react";
import { deskPaths } from "../desk/deskPaths";
import { Link } from "@/lib/router";
import { Drawer } from "@/ui/desk/Drawer";
import { Ago } from "../desk/Ago";
import { Desk } from "../desk/Desk";
import { exactTime } from "../desk/times";
import type { Column } from "../table/columns";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { useDeskList } from "../table/data/useDeskList";
import { FilterInput } from "./FilterInput";
import css from "./security.module.css";
import { AUDIT, auditExport } from "./calls";
import type { AuditEntry } from "@/api/types";
import { ACTION_OPTIONS, changed, inWords, SUBJECT_OPTIONS } from "./words";

const FILTERS = [
  { name: "action", label: "Action", options: ACTION_OPTIONS },
  { name: "subjectKind", label: "Record", options: SUBJECT_OPTIONS },
];
const NAMES = ["action", "subjectKind", "subjectId", "actor", "from", "to"];

const who = (entry: AuditEntry) =>
  entry.actorId === null ? "Lanewise" : (entry.actorEmail ?? `User ${entry.actorId}`);
const what = (entry: AuditEntry) => `${inWords(entry.subjectKind)} ${entry.subjectId}`;

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: "when", title: "When", cell: (entry) => <Ago at={entry.createdAt} /> },
  { id: "who", title: "Who", cell: who },
  { id: "action", title: "Action", card: "title", cell: (entry) => inWords(entry.action) },
  { id: "record", title: "Record", cell: what },
  {
    id: "change",
    title: "Before → after",
    wide: true,
    cell: (entry) => changed(entry.before, entry.after) || "—",
  },
];

export default function AuditPage() {
  return (
    <Desk title="Audit trail">
      <Audit />
    </Desk>
  );
}

/** Who did what. No line of it is ever changed or removed. */
function Audit() {
  const list = useDeskList<AuditEntry>({
    call: AUDIT,
    filters: NAMES,
  });
  const { state, set } = list;
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const row = list.rows.find((entry) => entry.id === state.row);
  useEffect(() => {
    if (state.row === null) setOpen(null);
    else if (row) setOpen(row);
  }, [state.row, row]);
  return (
    <>
      <ListTools state={state} set={set} filters={FILTERS} exportHref={auditExport(list.filter)}>
        <FilterInput name="subjectId" label="Record ID" kind="number" state={state} set={set} />
        <FilterInput name="actor" label="By user ID" kind="number" state={state} set={set} />
        <FilterInput name="from" label="From" kind="date" state={state} set={set} />
        <FilterInput name="to" label="To" kind="date" state={state} set={set} />
      </ListTools>
      <ListTable
        list={list}
        columns={COLUMNS}
        idOf={(entry) => entry.id}
        label="Audit trail"
        onOpen={(entry) => set({ row: entry.id })}
        empty="Nothing has been done yet."
        emptyHint="Logins, payments and every change by staff appear here."
      />
      {open && (
        <Drawer open onClose={() => set({ row: null })} title={inWords(open.action)}>
          <Entry entry={open} />
        </Drawer>
      )}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])];
  const subject =
    entry.subjectKind === "user" ? (
      <Link to={deskPaths.user(entry.subjectId)}>{what(entry)}</Link>
    ) : (
      what(entry)
    );
  return (
    <>
      <dl className={css.facts}>
        <Fact name="When" value={exactTime(entry.createdAt)} />
        <Fact name="Who" value={who(entry)} />
        <Fact name="Record" value={subject} />
        <Fact name="From address" value={entry.address ?? "—"} />
      </dl>
      {names.length === 0 ? (
        <p className={css.soft}>This line has no fields: that it happened is all there is.</p>
      ) : (
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
                <td>{name}</td>
                <td>{entry.before[name] || "—"}</td>
                <td>{entry.after[name] || "—"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
