import { needsAmOrPm } from "@/lib/dates";
import { Button } from "@/ui/buttons/Button";
import type { FieldProps } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import css from "../forms.module.css";

type Props = FieldProps & {
  name: string;
  value: string;
  maxLength: number | undefined;
  placeholder: string | undefined;
  onChange: (value: string) => void;
};

/** Field for a court time. Asks for AM or PM if the time could be either. Leaves any other text as typed. */
export function CourtTimeField({ value, onChange, ...field }: Props) {
  const written = value.trim();
  return (
    <>
      <TextField
        {...field}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      {needsAmOrPm(written) && (
        <fieldset className={css.halves}>
          <legend>Is {written} AM or PM?</legend>
          {["AM", "PM"].map((half) => (
            <Button
              key={half}
              variant="secondary"
              compact
              onClick={() => onChange(`${written} ${half}`)}
            >
              {half}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
