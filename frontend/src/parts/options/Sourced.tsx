import type { SourcedText } from "@/api/types";
import css from "./Sourced.module.css";

/** The advice beside a text that only a secondary source supports. */
export const CHECK = "Check with the court.";

/** A sourced text, with its source below it. */
export function Sourced({ text: sourced }: { text: SourcedText }) {
  const { text, source, asOf, mark } = sourced;
  return (
    <p className={css.text}>
      {text}
      {mark === "check_with_court" && ` ${CHECK}`}
      <small className={css.source}>
        {source}, as of {asOf}
      </small>
    </p>
  );
}
