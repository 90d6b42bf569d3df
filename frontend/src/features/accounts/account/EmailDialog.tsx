import { useState } from "react";
import { checkPassword, OwnPassword } from "@/parts/accounts/OwnPassword";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { postEmailChange } from "../calls";
import css from "./dialogs.module.css";

export default function EmailDialog(dialog: DialogProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = useSubmit(
    () => ({
      email: email.trim() ? undefined : "Email is required",
      ...checkPassword(password),
    }),
    async () => {
      await postEmailChange({ email: email.trim(), password });
      setSentTo(email.trim());
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Change Email"
      description="We send a link to the new address. Your email changes once you open that link."
      action="Send link"
      working="Sending..."
      done={
        sentTo === null
          ? null
          : { title: "Check Your Mail", action: "Done", content: <Sent email={sentTo} /> }
      }
    >
      <TextField
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        {...submit.bind("email", email, setEmail)}
      />
      <OwnPassword submit={submit} value={password} onChange={setPassword} />
    </SubmitDialog>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <>
      <p>
        We have sent a link to <strong className={css.address}>{email}</strong>. Open it within 24
        hours to use that address.
      </p>
      <p>Until then you log in with the one you have now.</p>
    </>
  );
}
