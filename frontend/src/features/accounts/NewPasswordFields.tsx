import type { Submit } from "@/parts/forms/useSubmit";
import { PasswordField } from "@/ui/forms/PasswordField";
import { type NewPassword, PASSWORD_HINT } from "./newPassword";

type Props = {
  submit: Submit;
  /** Name of the password's field in the request. */
  name: string;
  label: string;
  value: NewPassword;
  onChange: (value: NewPassword) => void;
};

export function NewPasswordFields({ submit, name, label, value, onChange }: Props) {
  const { password, repetition } = value;
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        {...submit.bind(name, password, (password) => onChange({ password, repetition }))}
      />
      <PasswordField
        label={`Verify ${label.toLowerCase()}`}
        autoComplete="new-password"
        {...submit.bind("repetition", repetition, (again) =>
          onChange({ password, repetition: again }),
        )}
      />
    </>
  );
}
