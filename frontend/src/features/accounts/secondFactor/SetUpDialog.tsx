import { useId, useState } from "react";
import type { Enrolment } from "@/api/types";
import { confirmSecondFactor, postSecondFactor } from "./calls";
import { useSubmit } from "@/parts/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { PasswordField } from "@/ui/forms/PasswordField";
import { TextField } from "@/ui/forms/TextField";
import { RecoveryCodes } from "./RecoveryCodes";
import css from "./RecoveryCodes.module.css";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onDone: () => void };

/** Three steps: the password, the app and its first code, the recovery codes. */
export default function SetUpDialog({ onDone, ...dialog }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const formId = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      {...dialog}
      title={codes ? "Your recovery codes" : "Set up your second factor"}
      footer={
        codes ? (
          <Button onClick={() => dialog.onOpenChange(false)}>I have kept them</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={busy} loadingText="Checking...">
              {enrolment ? "Turn on" : "Continue"}
            </Button>
          </>
        )
      }
    >
      {codes && <RecoveryCodes codes={codes} />}
      {!codes && !enrolment && <Password formId={formId} onBusy={setBusy} onBegun={setEnrolment} />}
      {!codes && enrolment && (
        <FirstCode
          formId={formId}
          enrolment={enrolment}
          onBusy={setBusy}
          onDone={(made) => {
            setCodes(made);
            onDone();
          }}
        />
      )}
    </Dialog>
  );
}

type StepProps = { formId: string; onBusy: (busy: boolean) => void };

function Password({ formId, onBusy, onBegun }: StepProps & { onBegun: (one: Enrolment) => void }) {
  const [password, setPassword] = useState("");
  const submit = useSubmit(
    () => (password ? {} : { password: "Password is required" }),
    async () => {
      onBusy(true);
      try {
        onBegun(await postSecondFactor(password));
      } finally {
        onBusy(false);
      }
    },
  );
  return (
    <form className={css.form} id={formId} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
      {submit.failure && <Alert>{submit.failure}</Alert>}
      <p className={css.soft}>
        You need an authenticator app on your phone. First, show that it is you.
      </p>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={password}
        error={submit.wrong.password}
        onChange={(event) => {
          setPassword(event.target.value);
          submit.clear("password");
        }}
      />
    </form>
  );
}

type CodeProps = StepProps & { enrolment: Enrolment; onDone: (codes: string[]) => void };

function FirstCode({ formId, enrolment, onBusy, onDone }: CodeProps) {
  const [code, setCode] = useState("");
  const submit = useSubmit(
    () => (/^\d{6}$/.test(code.replace(/\s/g, "")) ? {} : { code: "The code has six digits." }),
    async () => {
      onBusy(true);
      try {
        onDone((await confirmSecondFactor(code)).codes);
      } finally {
        onBusy(false);
      }
    },
  );
  return (
    <form className={css.form} id={formId} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
      {submit.failure && <Alert>{submit.failure}</Alert>}
      <p className={css.soft}>
        Scan this with your authenticator app, or type the secret below into it.
      </p>
      <img
        className={css.qr}
        alt="QR code for your authenticator app"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(enrolment.qrSvg)}`}
      />
      <p className={css.secret} data-testid="secret">
        {enrolment.secret.match(/.{1,4}/g)?.join(" ")}
      </p>
      <TextField
        label="Code from your authenticator app"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        // The step that follows the password has this one field.
        autoFocus
        value={code}
        error={submit.wrong.code}
        onChange={(event) => {
          setCode(event.target.value);
          submit.clear("code");
        }}
      />
    </form>
  );
}
