import { useEffect, useRef, useState } from "react";
import { checkPassword, OwnPasswordField } from "@/parts/accounts/OwnPasswordField";
import { CodeField, NO_CREDENTIALS, useSecondFactor } from "@/parts/accounts/CredentialFields";
import { postSessionConfirm } from "@/parts/accounts/credentialCalls";
import { FailureNotice } from "@/parts/FailureNotice";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Loading } from "@/ui/feedback/Loading";

type Props = DialogProps & { onConfirmed: () => void };

/** Asks for step-up authentication: the second factor's code, or the password if there is no second factor. */
export default function ConfirmDialog({ onConfirmed, ...dialog }: Props) {
  const { data, error, isValidating, mutate } = useSecondFactor();
  const fields = useRef<HTMLDivElement>(null);
  // The dialog focuses a field that exists when it opens. A field that loads later is focused here.
  const [isLate] = useState(!data);
  useEffect(() => {
    if (isLate && data) fields.current?.querySelector("input")?.focus();
  }, [isLate, data]);
  const [credentials, setCredentials] = useState(NO_CREDENTIALS);
  const { password, code } = credentials;
  const submit = useSubmit(
    () => {
      if (!data?.isOn) return checkPassword(password);
      return { code: code.trim() ? undefined : "Enter the code from your authenticator app." };
    },
    async () => {
      await postSessionConfirm(data?.isOn ? { code } : { password });
      onConfirmed();
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      disabled={!data}
      title="Confirm it’s you"
      description="For security, confirm it’s you. Then we’ll finish what you started."
      action="Confirm"
      working="Checking..."
    >
      {!data && error && <FailureNotice {...{ error, mutate, isValidating }} />}
      {!data && !error && <Loading label="Loading two-step verification" height="4rem" />}
      <div ref={fields}>
        {data?.isOn && (
          <CodeField
            submit={submit}
            value={code}
            onChange={(code) => setCredentials({ password, code })}
          />
        )}
        {data && !data.isOn && (
          <OwnPasswordField
            submit={submit}
            value={password}
            onChange={(password) => setCredentials({ password, code })}
          />
        )}
      </div>
    </SubmitDialog>
  );
}
