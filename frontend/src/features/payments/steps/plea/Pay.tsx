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
  secondary?: boolean;
  onPay: () => void;
};

/** What paying the ticket costs and means, and the button that leads to the card form. */
export function Pay({ cents, points = 0, paying, secondary, onPay }: PayProps) {
  // If the place's own rule says what paying means, such as a no-contest plea, it is shown below.
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
        {...(secondary && { variant: "secondary" as const })}
        onClick={onPay}
        aria-label={`Pay ${formatCents(cents)}`}
      >
        Pay
      </Button>
    </section>
  );
}
