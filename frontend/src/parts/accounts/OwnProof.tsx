import { useState } from "react";
import type { Submit } from "@/parts/forms/useSubmit";
import { checkPassword, OwnPassword } from "./OwnPassword";
import { checkProof, NO_PROOF, ProofFields, useSecondFactor } from "./ProofFields";
import { useSession } from "./useSession";

/** State of the step-up authentication form: a password, and for staff with a second factor also its code. */
export function useProof() {
  const { user } = useSession();
  const isStaff = user?.role === "admin";
  // Drivers have no second factor, and the server would refuse the call.
  const { data } = useSecondFactor(isStaff);
  const [proof, setProof] = useState(NO_PROOF);
  return {
    isStaff,
    proof: data?.isOn ? proof : { password: proof.password },
    check: () => (isStaff ? checkProof(proof, data?.isOn) : checkPassword(proof.password)),
    fields: proof,
    setProof,
  };
}

export function OwnProof({ own, submit }: { own: ReturnType<typeof useProof>; submit: Submit }) {
  return own.isStaff ? (
    <ProofFields proof={own.fields} onChange={own.setProof} submit={submit} />
  ) : (
    <OwnPassword
      submit={submit}
      value={own.fields.password}
      onChange={(password) => own.setProof({ ...own.fields, password })}
    />
  );
}
