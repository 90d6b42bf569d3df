import Check from "lucide-react/icons/check";
import { cx } from "@/ui/cx";
import css from "./SolvedToggle.module.css";

type Props = {
  solved: boolean;
  /** Name of the record for screen readers, such as "hire 12". */
  recordName: string;
  /** Label of the switch, such as "Mark Solved"; "Resolved" by default. */
  label?: string;
  onChange: (solved: boolean) => void;
  /** Hides the label, for a table whose column title already has it. */
  hidesLabel?: boolean;
};

/**
 * Switch for whether a record is solved. The switch shows the new state immediately; the caller reverts it if the
 * server refuses.
 */
export function SolvedToggle({
  solved,
  recordName,
  label = "Resolved",
  onChange,
  hidesLabel,
}: Props) {
  return (
    <button
      type="button"
      role="switch"
      className={cx(css.toggle, solved && css.on, hidesLabel && css.bare)}
      aria-checked={solved}
      aria-label={`${label}: ${recordName}`}
      onClick={() => onChange(!solved)}
    >
      <span className={css.box}>{solved && <Check size={14} aria-hidden="true" />}</span>
      <span className={css.word}>{label}</span>
    </button>
  );
}
