import { useState } from "react";
import type { Submit } from "@/parts/forms/useSubmit";
import { checkPassword, OwnPasswordField } from "./OwnPasswordField";
import {
  checkCredentials,
  NO_CREDENTIALS,
  CredentialFields,
  useSecondFactor,
} from "./CredentialFields";
import { useSession } from "./useSession";

/**
 * State of the step-up authentication form: a password, and with a second factor also its code.
 * `proof` is what to send, and `check` returns the errors by field.
 */
export function useCredentials() {
  const { user } = useSession();
  // Drivers have no second factor, so the server would reject the call.
  const mayHaveCode = user !== null && user.role !== "driver";
  const { data } = useSecondFactor(mayHaveCode);
  const [credentials, setCredentials] = useState(NO_CREDENTIALS);
  return {
    mayHaveCode,
    proof: data?.isOn ? credentials : { password: credentials.password },
    check: () =>
      mayHaveCode ? checkCredentials(credentials, data?.isOn) : checkPassword(credentials.password),
    fields: credentials,
    setProof: setCredentials,
  };
}

/** Fields for step-up authentication: a password and, if the user may have a second factor, its code. */
export function OwnCredentialFields({
  form,
  submit,
}: {
  form: ReturnType<typeof useCredentials>;
  submit: Submit;
}) {
  return form.mayHaveCode ? (
    <CredentialFields credentials={form.fields} onChange={form.setProof} submit={submit} />
  ) : (
    <OwnPasswordField
      submit={submit}
      value={form.fields.password}
      onChange={(password) => form.setProof({ ...form.fields, password })}
    />
  );
}
