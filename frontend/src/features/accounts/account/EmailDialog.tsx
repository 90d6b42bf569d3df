import { useId, useState } from "react";
import { postEmailChange } from "../calls";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { PasswordField } from "@/ui/forms/PasswordField";
import { TextField } from "@/ui/forms/TextField";
import css from "./dialogs.module.css";
import { useSubmit } from "@/parts/useSubmit";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export default function EmailDialog(props: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <Ask {...props} onSent={setSentTo} />
  ) : (
    <Dialog
      {...props}
      title="Check Your Mail"
      footer={<Button onClick={() => props.onOpenChange(false)}>Done</Button>}
    >
      <p>
        We have sent a link to <strong className={css.address}>{sentTo}</strong>. Open it within 24
        hours to use that address.
      </p>
      <p>Until then you log in with the one you have now.</p>
    </Dialog>
  );
}

function Ask({ onSent, ...dialog }: Props & { onSent: (email: string) => void }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const formId = useId();
  const submit = useSubmit(
    () => ({
      ...(!email.trim() && { email: "Email is required" }),
      ...(!password && { password: "Password is required" }),
    }),
    async () => {
      await postEmailChange({ email: email.trim(), password });
      onSent(email.trim());
    },
  );
  return (
    <Dialog
      {...dialog}
      title="Change Email"
      description="We send a link to the new address. It counts once you have opened that link."
      footer={
        <Button type="submit" form={formId} loading={submit.busy} loadingText="Sending...">
          Send link
        </Button>
      }
    >
      <form
        className={css.form}
        id={formId}
        ref={submit.form}
        onSubmit={submit.onSubmit}
        noValidate
      >
        {submit.failure && <Alert>{submit.failure}</Alert>}
        <TextField
          label="New email"
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          value={email}
          error={submit.wrong.email}
          onChange={(event) => {
            setEmail(event.target.value);
            submit.clear("email");
          }}
        />
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
    </Dialog>
  );
}
