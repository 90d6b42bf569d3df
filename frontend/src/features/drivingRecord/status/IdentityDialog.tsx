import { type FormEvent, useId, useState } from "react";
import { patchRequestStatus } from "../calls";
import { ApiError } from "@/api/client";
import type { User } from "@/api/types";
import { identityDigitCount, identityDigits, identityDigitsComplete } from "./identityDigits";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import css from "./dialogs.module.css";
import { userChanged } from "./userChanged";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; user: User };

export default function IdentityDialog({ user, ...dialog }: Props) {
  const [digits, setDigits] = useState("");
  const [invalid, setInvalid] = useState(false);
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const count = identityDigitCount(user.state);
  const complete = identityDigitsComplete(digits, user.state);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !complete) return;
    setBusy(true);
    try {
      await userChanged(await patchRequestStatus(user.id, digits));
      dialog.onOpenChange(false);
      toast({
        title: "Status Request Submitted",
        description: "We'll review your information and update your driving status.",
      });
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.fields.lastFourSSN) setInvalid(true);
      else
        toast({
          title: "Error",
          description: "Failed to submit status request. Please try again.",
          variant: "destructive",
        });
    }
  }
  return (
    <Dialog
      {...dialog}
      title="Verify Your Identity"
      description={`To look up your license we need the last ${count} digits of your social security number. They are stored encrypted and erased once your status is updated.`}
      footer={
        <Button
          type="submit"
          form={formId}
          disabled={!complete}
          loading={busy}
          loadingText="Submitting..."
        >
          Submit
        </Button>
      }
    >
      <form className={css.form} id={formId} onSubmit={(event) => void submit(event)} noValidate>
        {invalid && <Alert title="Invalid SSN">Please enter exactly {count} digits.</Alert>}
        <TextField
          label={`Last ${count} digits of your SSN`}
          className={css.digits}
          name="ssn-digits"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={count}
          value={digits}
          wrong={invalid}
          hint={`${digits.length} of ${count} digits`}
          onChange={(event) => {
            setInvalid(false);
            setDigits(identityDigits(event.target.value, user.state));
          }}
          // The disabled button refuses Enter without a word, so the field says it.
          onKeyDown={(event) => event.key === "Enter" && !complete && setInvalid(true)}
        />
      </form>
    </Dialog>
  );
}
