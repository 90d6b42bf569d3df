import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Field, type FieldProps } from "./Field";
import css from "./Field.module.css";

type Props = Omit<ComponentProps<"input">, "type"> & FieldProps;

export function PasswordField({ label, hint, error, optional, wrong, id, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...{ label, hint, error, optional, wrong, id }}>
      {(control) => (
        <div className={css.withToggle}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? "text" : "password"}
          />
          <button
            type="button"
            className={css.toggle}
            aria-pressed={shown}
            aria-label="Show password"
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
