const MIN_LENGTH = 10;
const MAX_LENGTH = 128;

export const PASSWORD_HINT =
  "10 to 128 characters. A few unrelated words work well. We don’t accept passwords that are easy to guess.";

export type NewPassword = { password: string; repetition: string };
export const NO_PASSWORD: NewPassword = { password: "", repetition: "" };

/**
 * Returns the errors of a new password and its repetition, by field. `field` is the name
 * of the password's field.
 */
export function checkNewPassword(
  field: string,
  { password, repetition }: NewPassword,
): Record<string, string> {
  const length = [...password].length;
  if (length === 0) return { [field]: "Password is required" };
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    return { [field]: `Please use ${MIN_LENGTH} to ${MAX_LENGTH} characters` };
  return password === repetition ? {} : { repetition: "Passwords do not match" };
}
