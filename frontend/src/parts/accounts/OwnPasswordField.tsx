import type { Submit } from "@/parts/forms/useSubmit";
import { PasswordField } from "@/ui/forms/PasswordField";

type Props = { submit: Submit; value: string; onChange: (password: string) => void };

/** Password field for step-up authentication. Its errors come under the field name `password`. */
export function OwnPasswordField({ submit, value, onChange }: Props) {
  return (
    <PasswordField
      label="Your password"
      autoComplete="current-password"
      {...submit.bind("password", value, onChange)}
    />
  );
}

/** Returns an error if the password is missing. */
export const checkPassword = (password: string) => ({
  password: password ? undefined : "Password is required",
});
