import { useState } from "react";
import type { Import, ImportLine, LineOutcome } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { centsOf, formatCents } from "@/lib/money";
import { Link } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { deskPaths } from "../desk/deskPaths";
import { useFiltered } from "../table/data/useFiltered";
import { type RowColumn, Rows } from "../table/rows/Rows";
import { getImportLines, IMPORTS_KEY } from "./calls";
import css from "./ImportPage.module.css";

type Props = { current: Import; outcome: LineOutcome; title: string; total: number };

const PAGE_SIZE = 20;
/** Maximum number of rows that a call can skip. Later rows are only in the downloaded file. */
const MAX_OFFSET = 10_000;

/** The rows of an import that have the same outcome, with paging. */
export function ImportRows({ current, outcome, title, total }: Props) {
  const [requested, setOffset] = useState(0);
  // If the requested page no longer has rows, the last page is shown.
  const offset = Math.min(requested, Math.floor(Math.max(total - 1, 0) / PAGE_SIZE) * PAGE_SIZE);
  const { data, error, isValidating, mutate } = useFiltered(
    [IMPORTS_KEY, current.id, outcome, offset],
    () => getImportLines(current.id, outcome, offset, PAGE_SIZE),
  );
  const label = (name: string) =>
    current.fields.find((field) => field.name === name)?.label ?? "Row";
  const last = Math.min(offset + PAGE_SIZE, total);
  return (
    <Card title={title} aside={<span className={css.soft}>{formatCount(total)}</span>} flush>
      {data && (
        <Rows
          label={`Rows: ${title}`}
          columns={columnsOf(outcome, label)}
          rows={data}
          idOf={({ line }) => line}
        />
      )}
      {data && error && (
        <div className={css.pad}>
          <Alert>We couldn’t load these rows. Please try again.</Alert>
        </div>
      )}
      {!data && error && (
        <FailureNotice title="We couldn’t load the rows" {...{ error, mutate, isValidating }} />
      )}
      {!data && !error && <Loading label="Loading rows" height="8rem" />}
      {total > PAGE_SIZE && (
        <div className={`${css.row} ${css.pad}`}>
          <Button
            variant="secondary"
            compact
            disabled={offset === 0}
            aria-label={`Previous rows: ${title}`}
            onClick={() => setOffset(Math.max(0, offset - PAGE_SIZE))}
          >
            Previous
          </Button>
          <span className={css.soft}>
            {formatCount(offset + 1)}–{formatCount(last)} of {formatCount(total)}
          </span>
          <Button
            variant="secondary"
            compact
            disabled={last >= total || offset + PAGE_SIZE > MAX_OFFSET}
            aria-label={`Next rows: ${title}`}
            onClick={() => setOffset(offset + PAGE_SIZE)}
          >
            Next
          </Button>
        </div>
      )}
    </Card>
  );
}

const SHOWN_FIELDS = ["violationType", "tollRoad", "date", "location", "amount", "email", "userId"];

/** Returns the table's columns for rows of an outcome. `label` returns the label of a field. */
function columnsOf(
  outcome: Props["outcome"],
  label: (name: string) => string,
): RowColumn<ImportLine>[] {
  return [
    { title: "Row", short: true, cell: ({ line }) => <strong>Row {line}</strong> },
    outcome === "bad"
      ? { title: "Errors", long: true, cell: (line) => <Problems line={line} label={label} /> }
      : { title: "Driver", short: true, cell: DriverLinkCell },
    { title: outcome === "existing" ? "Item" : "Details", long: true, cell: describeLine },
    ...(outcome === "new" ? [{ title: "Amount", short: true, cell: ShownAmount }] : []),
  ];
}

/** The amount as the driver will see it. Staff check large amounts before the rows are stored. */
function ShownAmount({ fine, isEstimated, isLarge }: ImportLine) {
  if (fine === null) return null;
  return (
    <>
      The driver will see {formatCents(centsOf(fine))}
      {isEstimated && <Chip>Estimated</Chip>}
      {isLarge && <Chip tone="warn">Above $5,000</Chip>}
    </>
  );
}

function DriverLinkCell({ userId }: ImportLine) {
  return userId ? <Link to={deskPaths.user(userId)}>User {userId}</Link> : null;
}

function Problems({ line, label }: { line: ImportLine; label: (name: string) => string }) {
  return (
    <ul>
      {line.problems.map(({ name, text }) => (
        <li key={name + text}>
          {name ? `${label(name)}: ` : ""}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Names a row by its item's id and its main fields, for staff's list of rows. */
function describeLine({ fields, itemId }: ImportLine): string {
  const texts = fields.filter(({ name }) => SHOWN_FIELDS.includes(name)).map(({ text }) => text);
  return (itemId ? `Item ${itemId}: ` : "") + texts.join(" · ");
}
