import useSWR from "swr";
import { getImports, type Import, IMPORTS_KEY } from "@/api/staffCalls";
import { deskPaths } from "@/lib/deskPaths";
import { Link } from "@/lib/router";
import { Card } from "@/ui/Card";
import { Chip, type Tone } from "@/ui/Chip";
import { ErrorState } from "@/ui/ErrorState";
import { Loading } from "@/ui/Loading";
import { Skeleton } from "@/ui/Skeleton";
import { Ago } from "../desk/Ago";
import css from "./ImportPage.module.css";
import { count, kindLabel } from "./kinds";

const STATUSES: Record<string, { label: string; tone: Tone }> = {
  uploaded: { label: "Waits for its columns", tone: "warn" },
  checking: { label: "Being checked", tone: "info" },
  checked: { label: "Waits for a yes", tone: "warn" },
  storing: { label: "Being stored", tone: "info" },
  stored: { label: "Stored", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** What was imported, when, by whom. */
export function History() {
  const { data, error, isValidating, mutate } = useSWR(IMPORTS_KEY, getImports, {
    revalidateOnMount: true,
  });
  return (
    <Card title="Imports so far" flush>
      {data && data.length === 0 && (
        <p className={`${css.soft} ${css.pad}`}>Nothing was imported yet.</p>
      )}
      {data && data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard, too
        <section className={css.scroll} tabIndex={0} aria-label="Imports so far">
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Status</th>
                <th scope="col">Items</th>
                <th scope="col">By</th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <Row key={one.id} of={one} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {!data && error && (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          The imports could not be listed. Nothing was changed.
        </ErrorState>
      )}
      {!data && !error && (
        <Loading label="Loading the imports">
          <Skeleton height="8rem" />
        </Loading>
      )}
    </Card>
  );
}

function Row({ of }: { of: Import }) {
  const status = STATUSES[of.status] ?? { label: of.status, tone: "neutral" as const };
  return (
    <tr>
      <td>
        <Link to={deskPaths.import({ import: of.id })}>{of.fileName}</Link>
        <div className={css.soft}>{kindLabel(of.kind)}</div>
      </td>
      <td>
        <Chip tone={status.tone}>{status.label}</Chip>
      </td>
      <td className={css.number}>
        {of.status === "stored"
          ? `${count(of.storedItems)}${of.firstItemId ? ` (${of.firstItemId}–${of.lastItemId})` : ""}`
          : "—"}
      </td>
      <td>{of.createdBy}</td>
      <td className={css.number}>
        <Ago at={of.createdAt} />
      </td>
    </tr>
  );
}
