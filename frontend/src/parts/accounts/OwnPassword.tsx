import type { Submit } from "@/parts/forms/useSubmit";
import { PasswordField } from "@/ui/forms/PasswordField";

type Props = { submit: Submit; value: string; onChange: (password: string) => void };

/** The password of the person who is logged in: a call that needs it names it `password`. */
export function OwnPassword({ submit, value, onChange }: Props) {
  return (
    <PasswordField
      label="Your password"
      autoComplete="current-password"
      {...submit.bind("password", value, onChange)}
    />
  );
}

/** What is missing, before the server is asked. */
export const checkPassword = (password: string) => ({
  password: password ? undefined : "Password is required",
});
