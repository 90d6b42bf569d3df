import type { CspCount } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatCount } from "@/lib/labels";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./security.module.css";

/** Labels for sources without a host (crates/domain/src/security/csp_report.rs). */
const SOURCE_LABELS: Readonly<Record<string, string>> = {
  inline: "Inline code",
  eval: "Code run from a string (eval)",
  self: "Lanewise itself",
  data: "A data: URL",
  blob: "A blob: URL",
  extension: "A browser extension",
  other: "Other sources",
};

const sourceOf = (host: string) =>
  Object.hasOwn(SOURCE_LABELS, host) ? SOURCE_LABELS[host] : host;

/** Content that browsers blocked and reported because of the Content-Security-Policy. */
export function BlockedContent({ counts }: { counts: readonly CspCount[] }) {
  return (
    <div className={css.part}>
      <div className={cx(shapes.spread, css.head)}>
        <h3 className={css.partTitle}>Content blocked by browsers</h3>
        <span className={css.soft}>The last 30 days</span>
      </div>
      {counts.length === 0 ? (
        <p className={css.soft}>No blocked content reported.</p>
      ) : (
        <>
          <ul className={css.list}>
            {counts.map(({ directive, host, reports, lastDay }) => (
              <li className={css.line} key={`${directive} ${host}`}>
                <span className={css.words}>
                  <span className={css.host}>{sourceOf(host)}</span>
                  <span className={css.soft}>
                    {directive} · last reported {formatDate(lastDay)}
                  </span>
                </span>
                <span className={css.times}>
                  {formatCount(reports)} {reports === 1 ? "report" : "reports"}
                </span>
              </li>
            ))}
          </ul>
          <p className={css.soft}>
            Anyone can send these reports, so treat them as hints, not proof.
          </p>
        </>
      )}
    </div>
  );
}
