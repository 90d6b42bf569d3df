import type { AddedItem, Similarity, SimilarItem } from "@/api/types";
import { formatTypedAmount } from "@/lib/amount";
import { formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { DriverLink } from "../../table/cells/DriverLink";
import waiting from "../../queue/waiting/waiting.module.css";
import css from "./toCheck.module.css";
import { KIND_NAMES } from "./words";

type Props = {
  added: AddedItem;
  similar: readonly SimilarItem[];
  busy: boolean;
  onChooseSame: (item: SimilarItem) => void;
};

const REASONS: Record<Similarity, string> = {
  same_number: "Same citation number",
  similar_number: "Similar citation number",
  same_day: "Same date, same driver or plate",
};

/** Items that may be the same as the added item. Staff can only choose a confirmed item of the same driver. */
export function SimilarItems({ added, similar, busy, onChooseSame }: Props) {
  if (similar.length === 0)
    return (
      <p className={waiting.soft}>
        We found no similar items. We looked for a similar citation number, or the same date with
        the same driver or plate.
      </p>
    );
  return (
    <section aria-label="Possible duplicates">
      <h3 className={waiting.heading}>Possible duplicates</h3>
      <ul className={css.similar}>
        {similar.map((one) => (
          <li key={`${one.kind} ${one.itemId}`}>
            <div>
              <strong>{one.label}</strong> <Chip>{lookUpLabel(REASONS, one.similarity)}</Chip>{" "}
              {one.isBeingChecked && <Chip tone="info">Being checked</Chip>}
              <p className={waiting.soft}>
                {[
                  KIND_NAMES[one.kind],
                  one.citationNumber,
                  one.issuer,
                  formatDate(one.date),
                  formatTypedAmount(one.amount),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              {one.userId !== added.userId && (
                <p>
                  On <DriverLink id={one.userId} name={one.driverName} />
                  ’s record. Only staff can see this match.
                </p>
              )}
            </div>
            {one.userId === added.userId && !one.isBeingChecked && (
              <Button
                variant="secondary"
                compact
                aria-disabled={busy}
                aria-haspopup="dialog"
                aria-label={`Merge with ${one.label} from ${formatDate(one.date)}`}
                onClick={() => !busy && onChooseSame(one)}
              >
                Merge with this
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
