import useSWR from "swr";
import { type ListPage, readPage } from "@/api/listCalls";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { AuditEntry, AuditSubject } from "@/api/types";
import { HISTORY } from "../../desk/live/liveLists";
import { RelativeTime } from "../../desk/RelativeTime";
import { AUDIT } from "../trail/calls";
import { formatChange } from "../trail/formatChange";
import { actionText } from "../trail/auditLabels";
import css from "./History.module.css";

/** Maximum number of entries shown. The audit trail has all of them. */
const MAX_ENTRIES = 10;

/** The audit entries of a record, newest first. */
export function History({ kind, id }: { kind: AuditSubject; id: number }) {
  const query = { subjectKind: kind, subjectId: id, limit: MAX_ENTRIES };
  const { data } = useSWR<ListPage<AuditEntry>>(
    [HISTORY, kind, id],
    () => readPage((client) => AUDIT.read(client, query)),
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: false },
  );
  if (!data) return null;
  return (
    <section className={css.history} aria-label="History">
      <h3 className={css.title}>History</h3>
      {data.rows.length === 0 ? (
        <p className={css.soft}>No changes yet.</p>
      ) : (
        <ol className={css.entries}>
          {data.rows.map((entry) => (
            <li key={entry.id}>
              <span className={css.what}>{actionText(entry.action)}</span>{" "}
              <span className={css.soft}>
                {formatChange(entry.before, entry.after)} ·{" "}
                {entry.actorId === null ? "Lanewise" : (entry.actorEmail ?? `#${entry.actorId}`)} ·{" "}
                <RelativeTime at={entry.createdAt} nowText="just now" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
