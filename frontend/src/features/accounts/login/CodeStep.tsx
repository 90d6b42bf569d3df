import { useState } from "react";
import { ApiError } from "@/api/client";
import type { User } from "@/api/types";
import { startSession } from "@/parts/accounts/auth";
import { failureText, type Refusal, useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
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
  const submit = useSubmit(
    () => {
      const typed = code.replace(/\s/g, "");
      if (usesRecoveryCode) return typed ? {} : { code: "Enter one of your recovery codes." };
      return SIX_DIGITS.test(typed) ? {} : { code: "The code has six digits." };
    },
    async () => {
      onEntered(await startSession(await postCode(code)));
      return "leaving";
    },
    (error): string | Refusal | null => {
      const { code: reason, detail } = error instanceof ApiError ? error : { code: null };
      if (reason === "code_refused")
        return { fields: { code: detail ?? "This code is incorrect." } };
      if (reason !== "login_over") return failureText(error);
      onLoginEnded(detail ?? "Please log in again.");
      return null;
    },
  );
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
        autoComplete={usesRecoveryCode ? "off" : "one-time-code"}
        inputMode={usesRecoveryCode ? "text" : "numeric"}
        autoCapitalize="characters"
        spellCheck={false}
        // Focuses the field when the step opens, because it is the step's only field.
        autoFocus
        {...submit.bind("code", code, setCode)}
      />
      <Button type="submit" block loading={submit.busy} loadingText="Checking...">
        Log In
      </Button>
      <Button
        variant="text"
        onClick={() => {
          setCode("");
          submit.clear("code");
          setUsesRecoveryCode(!usesRecoveryCode);
        }}
      >
        {usesRecoveryCode ? "Use the authenticator app" : "Lost your device? Use a recovery code"}
      </Button>
    </form>
  );
}
