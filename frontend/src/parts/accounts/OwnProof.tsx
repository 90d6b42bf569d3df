import { useState } from "react";
import type { Submit } from "@/parts/forms/useSubmit";
import { checkPassword, OwnPassword } from "./OwnPassword";
import { checkProof, NO_PROOF, ProofFields, useSecondFactor } from "./ProofFields";
import { useSession } from "./useSession";

/** State of the step-up authentication form: a password, and with a second factor also its code. */
export function useProof() {
  const { user } = useSession();
  // Drivers have no second factor, and the server would refuse the call.
  const mayHaveCode = user !== null && user.role !== "driver";
  const { data } = useSecondFactor(mayHaveCode);
  const [proof, setProof] = useState(NO_PROOF);
  return {
    mayHaveCode,
    proof: data?.isOn ? proof : { password: proof.password },
    check: () => (mayHaveCode ? checkProof(proof, data?.isOn) : checkPassword(proof.password)),
    fields: proof,
    setProof,
  };
}

export function OwnProof({ own, submit }: { own: ReturnType<typeof useProof>; submit: Submit }) {
  return own.mayHaveCode ? (
    <ProofFields proof={own.fields} onChange={own.setProof} submit={submit} />
  ) : (
    <OwnPassword
      submit={submit}
      value={own.fields.password}
      onChange={(password) => own.setProof({ ...own.fields, password })}
    />
  );
}
