import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Submit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { checkPassword, OwnPasswordField } from "./OwnPasswordField";
import { getSecondFactor, type Credentials, SECOND_FACTOR_KEY } from "./credentialCalls";

type Props = {
  credentials: Required<Credentials>;
  onChange: (proof: Required<Credentials>) => void;
  submit: Submit;
};

export const NO_CREDENTIALS = { password: "", code: "" };

/**
 * Reads whether the user's own second factor is on, and the number of recovery codes. Reads nothing if `isStaff` is
 * false.
 */
export const useSecondFactor = (isStaff = true) =>
  useSWR(isStaff ? SECOND_FACTOR_KEY : null, getSecondFactor, REVALIDATE_ON_MOUNT);

/**
 * Returns errors for a missing password or code. `isOn` says whether the second factor is on; undefined while unknown.
 */
export function checkCredentials(
  { password, code }: Required<Credentials>,
  isOn: boolean | undefined,
) {
  return {
    ...checkPassword(password),
    code: isOn && !code.trim() ? "Enter the code from your authenticator app." : undefined,
  };
}

/** Step-up authentication: password and, if the second factor is on, its code. */
export function CredentialFields({ credentials: proof, onChange, submit }: Props) {
  const { data } = useSecondFactor();
  return (
    <>
      <OwnPasswordField
        submit={submit}
        value={proof.password}
        onChange={(password) => onChange({ ...proof, password })}
      />
      {data?.isOn && (
        <CodeField
          submit={submit}
          value={proof.code}
          onChange={(code) => onChange({ ...proof, code })}
        />
      )}
    </>
  );
}

type CodeProps = { submit: Submit; value: string; onChange: (code: string) => void };

/** Field for a code of the second factor or a recovery code. */
export function CodeField({ submit, value, onChange }: CodeProps) {
  return (
    <TextField
      label="Code from your authenticator app"
      hint="You can also use a recovery code. Each code works once."
      autoComplete="one-time-code"
      spellCheck={false}
      {...submit.bind("code", value, onChange)}
    />
  );
}
