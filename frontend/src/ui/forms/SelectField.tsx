import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./Field";
import css from "./Field.module.css";

type Props = ComponentProps<"select"> &
  FieldProps & {
    options: readonly (string | { value: string; label: string })[];
    /** Label of the empty option. */
    placeholder: string;
  };

/** A field with the browser's own select, which works best on phones. */
export function SelectField(props: Props) {
  const { label, hint, error, optional, invalid, id, options, placeholder, ...select } = props;
  return (
    <Field {...{ label, hint, error, optional, invalid, id }}>
      {(control) => (
        <div className={css.select}>
          <select {...select} {...control}>
            <option value="">{placeholder}</option>
            {options.map((option) => {
              const { value, label: text } =
                typeof option === "string" ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {text}
                </option>
              );
            })}
          </select>
          <ChevronDown size={20} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
