import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Import, ImportStatus } from "@/api/types";
import { Link } from "@/lib/router";
import { formatCount, lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { deskPaths } from "../desk/deskPaths";
import { RelativeTime } from "../desk/RelativeTime";
import { type RowColumn, Rows } from "../table/rows/Rows";
import { getImports, IMPORTS_KEY } from "./calls";
import css from "./ImportPage.module.css";
import { kindLabel, pluralize } from "./kinds";

const STATUSES: Record<ImportStatus, { label: string; tone: Tone }> = {
  uploaded: { label: "Columns not matched", tone: "warn" },
  checking: { label: "Checking", tone: "info" },
  checked: { label: "Ready to import", tone: "warn" },
  storing: { label: "Importing", tone: "info" },
  stored: { label: "Imported", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  cancelled: { label: "Canceled", tone: "neutral" },
};

const PAGE_SIZE = 20;
/** Maximum number of imports that one call returns. */
const MAX_ROWS = 200;

/** Returns how many items an import stored, and their ids; a dash if it stored none. */
function describeStored({ status, storedItems, firstItemId, lastItemId }: Import): string {
  if (status !== "stored") return "—";
  if (!firstItemId) return formatCount(storedItems);
  const ids = firstItemId === lastItemId ? firstItemId : `${firstItemId}–${lastItemId}`;
  return `${formatCount(storedItems)} (${pluralize(storedItems, "ID", "IDs")} ${ids})`;
}

const COLUMNS: readonly RowColumn<Import>[] = [
  {
    title: "File",
    cell: (one) => (
      <>
        <Link className={css.link} to={deskPaths.import({ import: one.id })}>
          {one.fileName}
        </Link>
        <div className={css.soft}>{kindLabel(one.kind)}</div>
      </>
    ),
  },
  {
    title: "Status",
    short: true,
    cell: ({ status, undoneAt }) => (
      <Chip tone={undoneAt ? "neutral" : lookUpLabel(STATUSES, status)?.tone}>
        {undoneAt ? "Undone" : (lookUpLabel(STATUSES, status)?.label ?? status)}
      </Chip>
    ),
  },
  { title: "Items imported", short: true, cell: describeStored },
  { title: "Uploaded by", cell: ({ createdBy }) => createdBy },
  { title: "Uploaded", short: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** List of past imports. */
export function History() {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, isValidating, mutate } = useSWR(
    [IMPORTS_KEY, "list", limit],
    () => getImports(limit),
    { ...REVALIDATE_ON_MOUNT, keepPreviousData: true },
  );
  const isMore = data?.length === limit || (isValidating && data?.length === limit - PAGE_SIZE);
  return (
    <Card title="Past imports" flush>
      {data && data.length === 0 && (
        <p className={`${css.soft} ${css.pad}`}>
          No imports yet. Files you upload show up here with their results.
        </p>
      )}
      {data && data.length > 0 && (
        <Rows label="Past imports" columns={COLUMNS} rows={data} idOf={({ id }) => id} />
      )}
      {data && error && (
        <div className={css.pad}>
          <Alert>We couldn’t load older imports. Please try again.</Alert>
        </div>
      )}
      {isMore && limit < MAX_ROWS && (
        <div className={`${css.row} ${css.pad}`}>
          <Button
            variant="secondary"
            compact
            loading={isValidating}
            onClick={() => setLimit(Math.min(limit + PAGE_SIZE, MAX_ROWS))}
          >
            Show older
          </Button>
        </div>
      )}
      {!data && error && (
        <FailureNotice title="We couldn’t load the imports" {...{ error, mutate, isValidating }} />
      )}
      {!data && !error && <Loading label="Loading imports" height="8rem" />}
    </Card>
  );
}
