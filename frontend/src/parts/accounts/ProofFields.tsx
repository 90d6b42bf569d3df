import useSWR from "swr";
import { FRESH } from "@/api/read";
import type { Submit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { checkPassword, OwnPassword } from "./OwnPassword";
import { getSecondFactor, type Proof, SECOND_FACTOR_KEY } from "./proofCalls";

type Props = {
  proof: Required<Proof>;
  onChange: (proof: Required<Proof>) => void;
  submit: Submit;
};

export const NO_PROOF = { password: "", code: "" };

/** Reads whether the user's own second factor is on. */
export const useSecondFactor = (isStaff = true) =>
  useSWR(isStaff ? SECOND_FACTOR_KEY : null, getSecondFactor, FRESH);

/** Returns errors for a missing password or code. */
export function checkProof({ password, code }: Required<Proof>, isOn: boolean | undefined) {
  return {
    ...checkPassword(password),
    code: isOn && !code.trim() ? "Enter the code from your authenticator app." : undefined,
  };
}

/** Step-up authentication: password and, if the second factor is on, its code. */
export function ProofFields({ proof, onChange, submit }: Props) {
  const { data } = useSecondFactor();
  return (
    <>
      <OwnPassword
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
