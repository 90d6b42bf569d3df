import { useState } from "react";
import type { User } from "@/api/types";
import { checkPassword, OwnPasswordField } from "@/parts/accounts/OwnPasswordField";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useDraft } from "@/parts/forms/useDraft";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { postEmailChange } from "../calls";
import css from "./dialogs.module.css";

export default function EmailDialog({ user, ...dialog }: DialogProps & { user: User }) {
  const [email, setEmail, discardDraft] = useDraft(`${user.id}.email`, "");
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
      discardDraft();
    },
  );
  const close = () => {
    discardDraft();
    dialog.onOpenChange(false);
  };
  return (
    <SubmitDialog
      open={dialog.open}
      onOpenChange={close}
      submit={submit}
      title="Change Email"
      description="We’ll send a link to the new address. Your email changes once you open that link."
      action="Send link"
      working="Sending..."
      success={
        sentTo === null
          ? null
          : { title: "Check Your Email", action: "Done", content: <LinkSent email={sentTo} /> }
      }
      cancelLabel={null}
    >
      <TextField
        label="New email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        {...submit.bind("email", email, setEmail)}
      />
      <OwnPasswordField submit={submit} value={password} onChange={setPassword} />
    </SubmitDialog>
  );
}

function LinkSent({ email }: { email: string }) {
  return (
    <>
      <p>
        We sent a link to <strong className={css.address}>{email}</strong>. Open the link within 24
        hours to use that address.
      </p>
      <p>Until then, keep logging in with your current email.</p>
    </>
  );
}
