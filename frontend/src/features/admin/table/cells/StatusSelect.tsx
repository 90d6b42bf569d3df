import { cx } from "@/ui/cx";
import css from "./StatusSelect.module.css";

type Props = {
  /** What it is about, for screen readers: "hire 12". */
  of: string;
  value: string;
  options: readonly string[];
  onChange: (status: string) => void;
  className?: string;
};

/** Sets a status within a row; one that the list does not know is shown as it is. */
export function StatusSelect({ of, value, options, onChange, className }: Props) {
  return (
    <select
      className={cx(css.select, className)}
      aria-label={`Status of ${of}`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {!options.includes(value) && <option value={value}>{value}</option>}
      {options.map((status) => (
        <option key={status}>{status}</option>
      ))}
    </select>
  );
}
