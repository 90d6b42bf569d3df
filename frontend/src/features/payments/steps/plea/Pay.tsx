import type { SourcedText } from "@/api/types";
import { pointsText } from "@/lib/labels";
import { formatCents } from "@/lib/money";
import { Sourced } from "@/parts/options/Sourced";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import css from "./PleaStep.module.css";

type PayProps = {
  cents: number;
  points?: number;
  paying?: SourcedText | null;
  isSecondary?: boolean;
  onPay: () => void;
};

/** The cost and the consequences of paying the ticket, and the button that opens the card form. */
export function Pay({ cents, points = 0, paying, isSecondary, onPay }: PayProps) {
  // If there is a sourced text about the plea (`paying`), that text replaces the words "A guilty plea".
  const means = [!paying && "A guilty plea", points > 0 && pointsText(points)]
    .filter(Boolean)
    .join(", ");
  return (
    <section className={cx(shapes.surface, css.card)} aria-label="Pay this ticket">
      <p className={css.price}>
        Pay <strong>{formatCents(cents)}</strong>
      </p>
      {means && <p className={css.means}>{means}</p>}
      <p className={css.warning}>If you pay this ticket, you are agreeing to a plea of guilt.</p>
      {paying && <Sourced text={paying} kind="ticket" />}
      <Button
        block
        {...(isSecondary && { variant: "secondary" as const })}
        onClick={onPay}
        aria-label={`Pay ${formatCents(cents)}`}
      >
        Pay
      </Button>
    </section>
  );
}
