import { useState } from "react";
import type { Enrollment } from "@/api/types";
import { checkPassword, OwnPasswordField } from "@/parts/accounts/OwnPasswordField";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { confirmSecondFactor, postSecondFactor } from "./calls";
import { recoveryCodesStep } from "./RecoveryCodes";
import css from "./RecoveryCodes.module.css";

const isCode = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ""));

/** Sets up a second factor in three steps: password, first code from the app, recovery codes. */
export default function SetUpDialog({ onDone, ...dialog }: DialogProps & { onDone: () => void }) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const submit = useSubmit(
    () => {
      if (!enrollment) return checkPassword(password);
      return { code: isCode(code) ? undefined : "The code has six digits." };
    },
    async () => {
      if (!enrollment) return setEnrollment(await postSecondFactor(password));
      setCodes((await confirmSecondFactor(code)).codes);
      onDone();
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Set up two-step verification"
      action={enrollment ? "Turn on" : "Continue"}
      working="Checking..."
      success={codes && recoveryCodesStep(codes)}
    >
      {enrollment ? (
        <>
          <SecretKey enrollment={enrollment} />
          <TextField
            label="Code from your authenticator app"
            autoComplete="one-time-code"
            inputMode="numeric"
            // Focuses the field when this step opens, because it is the step's only field.
            autoFocus
            {...submit.bind("code", code, setCode)}
          />
        </>
      ) : (
        <>
          <p className={css.soft}>
            You need an authenticator app on your phone. First, confirm it’s you.
          </p>
          <OwnPasswordField submit={submit} value={password} onChange={setPassword} />
        </>
      )}
    </SubmitDialog>
  );
}

function SecretKey({ enrollment }: { enrollment: Enrollment }) {
  return (
    <>
      <p className={css.soft}>
        Scan this code with your authenticator app, or type the key below into it.
      </p>
      <img
        className={css.qr}
        alt="QR code for your authenticator app"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(enrollment.qrSvg)}`}
      />
      <p className={css.secret} data-testid="secret">
        {enrollment.secret.match(/.{1,4}/g)?.join(" ")}
      </p>
    </>
  );
}
