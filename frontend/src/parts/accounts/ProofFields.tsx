import useSWR from "swr";
import { getSecondFactor, type Proof, SECOND_FACTOR_KEY } from "./proofCalls";
import { PasswordField } from "@/ui/forms/PasswordField";
import { TextField } from "@/ui/forms/TextField";
import type { Submit } from "@/parts/useSubmit";

type Props = {
  proof: Required<Proof>;
  onChange: (proof: Required<Proof>) => void;
  submit: Submit;
};

export const NO_PROOF = { password: "", code: "" };

/** Whether the caller's own second factor is on. */
export const useSecondFactor = () =>
  useSWR(SECOND_FACTOR_KEY, getSecondFactor, { revalidateOnMount: true });

/** What is missing, before the server is asked. */
export function checkProof({ password, code }: Required<Proof>, isOn: boolean | undefined) {
  return {
    password: password ? undefined : "Password is required",
    code: isOn && !code.trim() ? "Enter the code of your second factor." : undefined,
  };
}

/** Password and, when it is on, the second factor's code: for what only the person themself may do. */
export function ProofFields({ proof, onChange, submit }: Props) {
  const { data } = useSecondFactor();
  return (
    <>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={proof.password}
        error={submit.wrong.password}
        onChange={(event) => {
          onChange({ ...proof, password: event.target.value });
          submit.clear("password");
        }}
      />
      {data?.isOn && (
        <TextField
          label="Code from your authenticator app"
          hint="A recovery code will do, too; it is used up."
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          value={proof.code}
          error={submit.wrong.code}
          onChange={(event) => {
            onChange({ ...proof, code: event.target.value });
            submit.clear("code");
          }}
        />
      )}
    </>
  );
}
