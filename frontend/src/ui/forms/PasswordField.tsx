import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { type ComponentProps, useState } from "react";
import { Field, type FieldProps } from "./Field";
import css from "./Field.module.css";

type Props = Omit<ComponentProps<"input">, "type"> & FieldProps;

export function PasswordField({ label, hint, error, optional, invalid, id, ...input }: Props) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...{ label, hint, error, optional, invalid, id }}>
      {(control) => (
        <div className={css.withToggle}>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
          />
          <button
            type="button"
            className={css.toggle}
            aria-pressed={isShown}
            aria-label="Show password"
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
