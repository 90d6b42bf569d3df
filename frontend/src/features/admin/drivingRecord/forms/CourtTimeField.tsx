import { needsHalf } from "@/lib/dates";
import { Button } from "@/ui/buttons/Button";
import type { FieldProps } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import css from "./forms.module.css";

type Props = FieldProps & {
  name: string;
  value: string;
  maxLength: number | undefined;
  placeholder: string | undefined;
  onChange: (value: string) => void;
};

/** A court time, which asks for AM or PM where it may be either. Other texts are kept as they are written. */
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
      {needsHalf(written) && (
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
