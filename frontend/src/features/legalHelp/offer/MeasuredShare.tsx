import type { LawyerAvailability } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatCount } from "@/lib/labels";
import css from "./MeasuredShare.module.css";

/** The measured share of won cases, shown beside the success rate once enough cases were decided. */
export function MeasuredShare({ availability }: { availability: LawyerAvailability | null }) {
  const share = availability?.measuredShare;
  if (!share) return null;
  return (
    <span className={css.measured}>
      {share.percent}% of {formatCount(share.cases)} decided cases were won, from{" "}
      {formatDate(share.from)} to {formatDate(share.until)}. Prior results do not guarantee a
      similar outcome.
    </span>
  );
}
