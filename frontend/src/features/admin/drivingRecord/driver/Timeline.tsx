import { useEffect, useRef, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { TimelineEntry } from "@/api/types";
import { Link, useSearchParams } from "@/lib/router";
import { humanize } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { ToggleChips } from "@/ui/desk/Chips";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { RelativeTime } from "../../desk/RelativeTime";
import { labelField } from "../../queue/trail/fieldLabels";
import { dollars } from "../../queue/format";
import { getTimeline } from "../calls";
import css from "./DriverPage.module.css";
import { CHIPS, iconOf, pathOf, titleOf } from "./timelineLabels";

/** Number of entries that one call reads. */
const PAGE_SIZE = 20;

/** Everything that happened to a driver, newest first. The filter is in the URL. */
export function Timeline({ userId }: { userId: number }) {
  const [query, setQuery] = useSearchParams();
  const chosen = query.get("kinds")?.split(",") ?? [];
  const kinds = chosen.join();
  // Uses the cache key that the forms refresh, so that a newly filed item appears immediately.
  const key = ["/api/admin/users", userId, kinds];
  const readEntries = (before?: string) =>
    getTimeline(userId, { limit: PAGE_SIZE, ...(kinds && { kinds }), ...(before && { before }) });
  const first = useSWR<TimelineEntry[], Error>(key, () => readEntries(), REVALIDATE_ON_MOUNT);
  const older = useOlderEntries(first.data, readEntries);

  function toggle(chip: string) {
    const chipKinds = chip.split(",");
    const on = chipKinds.every((kind) => chosen.includes(kind));
    const next = on
      ? chosen.filter((kind) => !chipKinds.includes(kind))
      : [...chosen.filter(Boolean), ...chipKinds];
    setQuery(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next.length > 0) changed.set("kinds", next.join());
        else changed.delete("kinds");
        return changed;
      },
      { replace: true },
    );
  }

  const { data, error, mutate } = first;
  const entries = [...(data ?? []), ...older.entries];
  return (
    <Card title="Timeline">
      <ToggleChips
        legend="Show"
        options={CHIPS}
        isOn={(kinds) => kinds.split(",").every((kind) => chosen.includes(kind))}
        onToggle={toggle}
      />
      {error && !data ? (
        <FailureNotice {...{ error, mutate }} />
      ) : !data ? (
        <Loading label="Loading timeline" height="12rem" />
      ) : entries.length === 0 ? (
        <EmptyState title="No activity yet">
          Tickets, payments, requests and changes for this driver show up here.
        </EmptyState>
      ) : (
        <>
          <ol className={css.entries}>
            {entries.map((entry) => (
              <Entry key={entry.cursor} entry={entry} />
            ))}
          </ol>
          {older.failed && <Alert>We couldn’t load older entries. Please try again.</Alert>}
          {older.more && (
            <Button variant="secondary" loading={older.busy} onClick={() => void older.load()}>
              Show older
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

/** Reads entries older than the first page. These entries are discarded when the first page changes. */
function useOlderEntries(
  first: TimelineEntry[] | undefined,
  read: (before: string) => Promise<TimelineEntry[]>,
) {
  const [olderPages, setOlderPages] = useState<TimelineEntry[][]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset whenever the first page changes
  useEffect(() => setOlderPages([]), [first]);
  const latestFirst = useRef(first);
  latestFirst.current = first;
  const last = olderPages.at(-1) ?? first ?? [];
  async function loadOlder() {
    const cursor = last.at(-1)?.cursor;
    if (busy || !cursor) return;
    setBusy(true);
    setFailed(false);
    try {
      const next = await read(cursor);
      // Drops the page if the filter has changed, because the page doesn't follow the new first page.
      if (latestFirst.current === first) setOlderPages((before) => [...before, next]);
    } catch {
      setFailed(latestFirst.current === first);
    } finally {
      setBusy(false);
    }
  }
  return {
    entries: olderPages.flat(),
    more: last.length === PAGE_SIZE,
    busy,
    failed,
    load: loadOlder,
  };
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const Icon = iconOf(entry.kind);
  const path = pathOf(entry);
  const title = titleOf(entry);
  const by = entry.kind === "audit" && `by ${entry.by ?? "Lanewise"}`;
  const detail = [detailOf(entry), by];
  return (
    <li className={css.entry}>
      <span className={css.mark}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className={css.what}>
        <p>{path ? <Link to={path}>{title}</Link> : title}</p>
        <p className={css.soft}>{detail.filter(Boolean).join(" · ")}</p>
        {entry.status && <Chip>{humanize(entry.status)}</Chip>}
      </div>
      <div className={css.end}>
        <RelativeTime at={entry.at} />
        {entry.amount && <p className={css.amount}>{formatAmount(entry)}</p>}
      </div>
    </li>
  );
}

/**
 * Returns an entry's details; null if there are none. For an audit entry about a change, the details are the names of
 * the changed fields. An audit entry about a new or removed record has none.
 */
function detailOf({ kind, title, detail }: TimelineEntry): string | null {
  if (kind !== "audit" || !detail) return detail;
  if (/_(created|removed)$/.test(title ?? "")) return null;
  return detail.split(", ").map(labelField).join(", ");
}

/**
 * Formats an entry's amount; null without an amount. A charged amount is a decimal. An amount owed is shown as staff
 * typed it.
 */
function formatAmount({ kind, amount }: TimelineEntry): string | null {
  const charged = kind === "payment" || kind === "hire";
  return charged && amount ? dollars(amount) : amount;
}
