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
  onOver: (message: string) => void;
};

const SIX = /^\d{6}$/;

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export function CodeStep({ onEntered, onOver }: Props) {
  const [code, setCode] = useState("");
  const [recovery, setRecovery] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const submit = useSubmit(
    () => {
      setRefused(null);
      const typed = code.replace(/\s/g, "");
      if (recovery) return typed ? {} : { code: "Enter one of your recovery codes." };
      return SIX.test(typed) ? {} : { code: "The code has six digits." };
    },
    async () => {
      try {
        onEntered(await startSession(await postCode(code)));
      } catch (error) {
        const said = error instanceof ApiError ? error : null;
        if (said?.code === "login_over") return onOver(said.detail ?? "Please log in again.");
        if (said?.code !== "code_refused") throw error;
        setRefused(said.detail ?? "This code is incorrect.");
      }
    },
  );
  useEffect(() => {
    if (refused) focusFirstError(submit.form.current);
  }, [refused, submit.form]);
  const clear = () => {
    setRefused(null);
    submit.clear("code");
  };
  return (
    <form className={css.form} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
      {submit.failure && <Alert title="Login Failed">{submit.failure}</Alert>}
      <TextField
        key={String(recovery)}
        label={recovery ? "Recovery code" : "Code from your authenticator app"}
        hint={
          recovery
            ? "Ten letters and digits. Each code works once."
            : "Six digits. The code changes every 30 seconds."
        }
        name="code"
        autoComplete={recovery ? "off" : "one-time-code"}
        inputMode={recovery ? "text" : "numeric"}
        autoCapitalize="characters"
        spellCheck={false}
        // The field may take the focus, because the user expects it and the step has no other field.
        autoFocus
        value={code}
        error={submit.errors.code ?? refused}
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
          setRecovery(!recovery);
        }}
      >
        {recovery ? "Use the authenticator app" : "Lost your device? Use a recovery code"}
      </Button>
    </form>
  );
}
