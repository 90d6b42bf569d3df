import { useEffect, useState } from "react";
import { ApiError } from "@/api/client";
import type { User } from "@/api/types";
import { startSession } from "@/parts/accounts/auth";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { focusFirstError } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import { postCode } from "../calls";
import css from "./LoginPage.module.css";

type Props = {
  onEntered: (user: User) => void;
  /** Called if the login expired or the user entered too many incorrect codes. */
  onLoginEnded: (message: string) => void;
};

const SIX_DIGITS = /^\d{6}$/;

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export function CodeStep({ onEntered, onLoginEnded }: Props) {
  const [code, setCode] = useState("");
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const [codeError, setCodeError] = useState<string | null>(null);
  const submit = useSubmit(
    () => {
      setCodeError(null);
      const typed = code.replace(/\s/g, "");
      if (usesRecoveryCode) return typed ? {} : { code: "Enter one of your recovery codes." };
      return SIX_DIGITS.test(typed) ? {} : { code: "The code has six digits." };
    },
    async () => {
      try {
        onEntered(await startSession(await postCode(code)));
      } catch (error) {
        const apiError = error instanceof ApiError ? error : null;
        if (apiError?.code === "login_over")
          return onLoginEnded(apiError.detail ?? "Please log in again.");
        if (apiError?.code !== "code_refused") throw error;
        setCodeError(apiError.detail ?? "This code is incorrect.");
      }
    },
  );
  useEffect(() => {
    if (codeError) focusFirstError(submit.form.current);
  }, [codeError, submit.form]);
  const clear = () => {
    setCodeError(null);
    submit.clear("code");
  };
  return (
    <form className={css.form} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
      {submit.failure && <Alert title="Login Failed">{submit.failure}</Alert>}
      <TextField
        key={String(usesRecoveryCode)}
        label={usesRecoveryCode ? "Recovery code" : "Code from your authenticator app"}
        hint={
          usesRecoveryCode
            ? "Ten letters and digits. Each code works once."
            : "Six digits. The code changes every 30 seconds."
        }
        name="code"
        autoComplete={usesRecoveryCode ? "off" : "one-time-code"}
        inputMode={usesRecoveryCode ? "text" : "numeric"}
        autoCapitalize="characters"
        spellCheck={false}
        // Focuses the field when the step opens, because it is the step's only field.
        autoFocus
        value={code}
        error={submit.errors.code ?? codeError}
        onChange={(event) => {
          setCode(event.target.value);
          clear();
        }}
      />
      <Button type="submit" block loading={submit.busy} loadingText="Checking...">
        Log In
      </Button>
      <Button
        variant="text"
        onClick={() => {
          setCode("");
          clear();
          setUsesRecoveryCode(!usesRecoveryCode);
        }}
      >
        {usesRecoveryCode ? "Use the authenticator app" : "Lost your device? Use a recovery code"}
      </Button>
    </form>
  );
}
