import { Check } from "lucide-react";
import { cx } from "@/ui/cx";
import css from "./SolvedToggle.module.css";

type Props = {
  solved: boolean;
  /** What it is about, for screen readers: "hire 12". */
  of: string;
  /** What the switch says: "Resolved", "Mark Solved". */
  label?: string;
  onChange: (solved: boolean) => void;
  /** Under a heading that says it already: at a desk the box alone. */
  bare?: boolean;
};

/** Dealt with or not; it shows the new state at once, and the caller puts it back when the server refuses. */
export function SolvedToggle({ solved, of, label = "Resolved", onChange, bare }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className={cx(css.toggle, solved && css.on, bare && css.bare)}
      aria-checked={solved}
      aria-label={`${label}: ${of}`}
      onClick={() => onChange(!solved)}
    >
      <span className={css.box}>{solved && <Check size={14} aria-hidden="true" />}</span>
      <span className={css.word}>{label}</span>
    </button>
  );
}
