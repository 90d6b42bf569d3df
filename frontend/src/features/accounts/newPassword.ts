const MIN = 10;
const MAX = 128;

export const PASSWORD_HINT =
  "10 to 128 characters. A few unrelated words work well. We don’t accept passwords that are easy to guess.";

/** A new password and its confirmation. */
export type NewPassword = { password: string; again: string };
export const NO_PASSWORD: NewPassword = { password: "", again: "" };

/** Checks a new password and its repetition before the call. The server checks both again. */
export function checkNewPassword(
  field: string,
  { password, again }: NewPassword,
): Record<string, string> {
  const length = [...password].length;
  if (length === 0) return { [field]: "Password is required" };
  if (length < MIN || length > MAX) return { [field]: `Please use ${MIN} to ${MAX} characters` };
  return password === again ? {} : { again: "Passwords do not match" };
}
