import type { OptionStatement } from "@/api/types";
import css from "./Sourced.module.css";

/** The advice beside a statement that only a secondary text supports. */
export const CHECK = "Check with the court.";

/** A statement with its source below it. */
export function Sourced({ statement }: { statement: OptionStatement }) {
  const { text, source, asOf, mark } = statement;
  return (
    <p className={css.statement}>
      {text}
      {mark === "check_with_court" && ` ${CHECK}`}
      <small className={css.source}>
        {source}, as of {asOf}
      </small>
    </p>
  );
}
