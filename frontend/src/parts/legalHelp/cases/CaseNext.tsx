import type { LegalCase } from "@/api/types";
import { formatMoment } from "@/parts/dates/formatMoment";
import css from "./CaseTimeline.module.css";

type Props = {
  next: LegalCase["next"];
  /** A sentence about when the lawyer's next update is due. Shown if the next step has no deadline. */
  update: string | null;
  now: number;
};

/** What happens next in a case, and by when. */
export function CaseNext({ next, update, now }: Props) {
  if (!next) return null;
  const deadline = next.by ? `By ${formatMoment(next.by, now)}` : update;
  return (
    <div className={css.timeline}>
      <h3 className={css.title}>What’s next</h3>
      <p className={css.note}>{next.text}</p>
      {deadline && <p className={css.meta}>{deadline}</p>}
    </div>
  );
}
