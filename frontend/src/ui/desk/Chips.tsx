import { cx } from "@/ui/cx";
import css from "./Chips.module.css";

type Option = { value: string; label: string };

type ChoiceProps = {
  legend: string;
  /** Shows the legend beside the chips; otherwise only screen readers get it. */
  showsLegend?: boolean;
  name: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
};

/** Radio buttons that look like chips. */
export function ChoiceChips({ legend, showsLegend, name, options, value, onChange }: ChoiceProps) {
  return (
    <fieldset className={css.chips}>
      <legend className={showsLegend ? css.legend : "visually-hidden"}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={cx(css.chip, value === option.value && css.chosen)}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

type ToggleProps = {
  legend: string;
  options: readonly Option[];
  isOn: (value: string) => boolean;
  onToggle: (value: string) => void;
};

/** Toggle buttons that look like chips. */
export function ToggleChips({ legend, options, isOn, onToggle }: ToggleProps) {
  return (
    <fieldset className={css.chips}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={cx(css.chip, isOn(value) && css.chosen)}
          aria-pressed={isOn(value)}
          onClick={() => onToggle(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
