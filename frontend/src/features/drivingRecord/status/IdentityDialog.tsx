import { useState } from "react";
import { ApiError } from "@/api/client";
import type { User } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { explainInToast, type Refusal, useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { patchRequestStatus } from "../calls";
import css from "./dialogs.module.css";
import {
  identityDigitCount,
  keepIdentityDigits,
  areIdentityDigitsComplete,
} from "./identityDigits";
import { storeChangedUser } from "./storeChangedUser";

const explainFailure = explainInToast("Failed to submit status request. Please try again.");

export default function IdentityDialog({ user, ...dialog }: DialogProps & { user: User }) {
  const [digits, setDigits] = useState("");
  const count = identityDigitCount(user.state);
  const isComplete = areIdentityDigitsComplete(digits, user.state);
  const invalid = { lastFourSSN: `Please enter exactly ${count} digits.` };
  const submit = useSubmit(
    () => (isComplete ? {} : invalid),
    async () => {
      await storeChangedUser(await patchRequestStatus(user.id, digits));
      dialog.onOpenChange(false);
      toast({
        title: "Status Request Submitted",
        description: "We'll review your information and update your driving status.",
      });
    },
    (error): Refusal | string | null =>
      error instanceof ApiError && error.fields.lastFourSSN
        ? { fields: invalid }
        : explainFailure(error),
  );
  const isInvalid = submit.errors.lastFourSSN !== undefined;
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Verify Your Identity"
      description={`To check your license, we need the last ${count} digits of your social security number. We encrypt them and erase them once your status is updated.`}
      action="Submit"
      working="Submitting..."
      disabled={!isComplete}
      cancelLabel={null}
    >
      {isInvalid && <Alert title="Invalid SSN">{submit.errors.lastFourSSN}</Alert>}
      <TextField
        label={`Last ${count} digits of your SSN`}
        className={css.digits}
        name="ssn-digits"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={count}
        value={digits}
        invalid={isInvalid}
        hint={`${digits.length} of ${count} digits`}
        onChange={(event) => {
          submit.clear("lastFourSSN");
          setDigits(keepIdentityDigits(event.target.value, user.state));
        }}
        // The disabled button ignores Enter silently, so the field shows the error.
        onKeyDown={(event) => event.key === "Enter" && !isComplete && submit.onSubmit(event)}
      />
    </SubmitDialog>
  );
}
