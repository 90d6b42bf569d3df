import type { LegalCase } from "@/api/types";
import { moment } from "@/parts/dates/moment";
import css from "./CaseTimeline.module.css";

type Props = { of: Pick<LegalCase, "next">; now: number };

/** What happens next in a case, and by when. */
export function CaseNext({ of: { next }, now }: Props) {
  if (!next) return null;
  return (
    <div className={css.timeline}>
      <h3 className={css.title}>What’s next</h3>
      <p className={css.note}>{next.text}</p>
      {next.by && <p className={css.meta}>By {moment(next.by, now)}</p>}
    </div>
  );
}
