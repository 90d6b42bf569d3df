import { useState } from "react";
import useSWR from "swr";
import { getImportLines, type Import, type ImportLine, IMPORTS_KEY } from "@/api/staffCalls";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ErrorState } from "@/ui/ErrorState";
import { Loading } from "@/ui/Loading";
import { Skeleton } from "@/ui/Skeleton";
import css from "./ImportPage.module.css";
import { count } from "./kinds";

type Props = { of: Import; outcome: "new" | "existing" | "bad"; title: string; total: number };

const PAGE = 20;
/** As far as the server counts rows that it skips; the download has all of them. */
const FURTHEST = 10_000;

/** The lines of one outcome, a page at a time. */
export function Lines({ of, outcome, title, total }: Props) {
  const [offset, setOffset] = useState(0);
  const { data, error, isValidating, mutate } = useSWR(
    [IMPORTS_KEY, of.id, outcome, offset],
    () => getImportLines(of.id, outcome, offset, PAGE),
    { revalidateOnMount: true, keepPreviousData: true },
  );
  const label = (name: string) =>
    of.fields.find((field) => field.name === name)?.label ?? "The line";
  const last = Math.min(offset + PAGE, total);
  return (
    <Card title={title} aside={<span className={css.soft}>{count(total)}</span>} flush>
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard, too
        <section className={css.scroll} tabIndex={0} aria-label={`${title} lines`}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">{outcome === "bad" ? "What is wrong" : "Driver"}</th>
                <th scope="col">{outcome === "existing" ? "Item" : "What it says"}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((line) => (
                <Row key={line.line} line={line} label={label} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {!data && error && (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          The lines could not be read. Nothing was stored.
        </ErrorState>
      )}
      {!data && !error && (
        <Loading label="Loading the lines">
          <Skeleton height="8rem" />
        </Loading>
      )}
      {total > PAGE && (
        <div className={`${css.row} ${css.pad}`}>
          <Button
            variant="secondary"
            compact
            disabled={offset === 0}
            aria-label={`Previous lines: ${title}`}
            onClick={() => setOffset(Math.max(0, offset - PAGE))}
          >
            Previous
          </Button>
          <span className={css.soft}>
            {count(offset + 1)}–{count(last)} of {count(total)}
          </span>
          <Button
            variant="secondary"
            compact
            disabled={last >= total || offset + PAGE > FURTHEST}
            aria-label={`Next lines: ${title}`}
            onClick={() => setOffset(offset + PAGE)}
          >
            Next
          </Button>
        </div>
      )}
    </Card>
  );
}

const SHOWN = ["violationType", "tollRoad", "date", "location", "amount", "email", "userId"];

function Row({ line, label }: { line: ImportLine; label: (name: string) => string }) {
  const says = line.fields.filter(({ name }) => SHOWN.includes(name)).map(({ text }) => text);
  return (
    <tr>
      <td className={css.number}>{line.line}</td>
      <td>
        {line.outcome === "bad" ? (
          <ul className={css.problems}>
            {line.problems.map(({ name, text }) => (
              <li key={name + text}>
                {name ? `${label(name)}: ` : ""}
                {text}
              </li>
            ))}
          </ul>
        ) : (
          `User ${line.userId}`
        )}
      </td>
      <td>
        {line.itemId ? `Item ${line.itemId}: ` : ""}
        {says.join(" · ")}
      </td>
    </tr>
  );
}
