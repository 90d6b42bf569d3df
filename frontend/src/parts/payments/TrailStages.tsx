import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import Circle from "lucide-react/icons/circle";
import CircleAlert from "lucide-react/icons/circle-alert";
import type { MoneyTrail } from "@/api/types";
import { cx } from "@/ui/cx";
import css from "./TrailStages.module.css";
import { type Step, buildTrailSteps } from "./trailSteps";

const MARKS: Record<Step["state"], LucideIcon> = {
  done: Check,
  coming: Circle,
  late: CircleAlert,
};

type Props = { trail: MoneyTrail; itemName: string; className?: string };

/** Shows where a payment's money is on its way to the authority. */
export function TrailStages({ trail, itemName, className }: Props) {
  return (
    <ol className={cx(css.trail, className)} aria-label={`Payment progress for ${itemName}`}>
      {buildTrailSteps(trail, new Date()).map(({ text, state }) => {
        const Mark = MARKS[state];
        return (
          <li key={text} className={cx(css.step, css[state])}>
            <Mark className={css.mark} size={14} aria-hidden="true" />
            <span className={css.text}>{text}</span>
          </li>
        );
      })}
    </ol>
  );
}
