import type { SourcedText } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import css from "./Sourced.module.css";

/** The advice beside a text that only a secondary source supports. */
export const checkAdvice = (kind: ItemKind): string =>
  kind === "ticket" ? "Check with the court." : "Check with the agency.";

type Props = { text: SourcedText; kind: ItemKind };

/** A sourced text, with its source below it. */
export function Sourced({ text: sourced, kind }: Props) {
  const { text, source, asOf, mark } = sourced;
  return (
    <p className={css.text}>
      {text}
      {mark === "check_with_court" && ` ${checkAdvice(kind)}`}
      <small className={css.source}>
        {source}, as of {asOf}
      </small>
    </p>
  );
}
