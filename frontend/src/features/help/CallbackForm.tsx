import { useState } from "react";
import type { User } from "@/api/types";
import { formatPhone, isPhone } from "@/lib/phone";
import { MAX_MESSAGE_LENGTH } from "@/parts/chat/Composer";
import { clearReference, readStoredReference, formatReferenceLine } from "@/parts/failureReference";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useDraft } from "@/parts/forms/useDraft";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { postHelpInquiry } from "./calls";
import css from "./help.module.css";
import { explainRequestFailure } from "./requestFailure";

type Props = { viewer: User; onBack: () => void; onDone: () => void };

export function CallbackForm({ viewer, onBack, onDone }: Props) {
  const [phone, setPhone, discardPhone] = useDraft(
    `${viewer.id}.callback`,
    formatPhone(viewer.phoneNumber ?? ""),
  );
  const [message, setMessage, discardMessage] = useDraft(`${viewer.id}.callbackAbout`, "");
  const [reference] = useState(readStoredReference);
  const referenceLine = formatReferenceLine(reference);
  const submit = useSubmit(
    () => ({ phoneNumber: findPhoneError(phone) }),
    async () => {
      await postHelpInquiry({
        userId: viewer.id,
        type: "callback",
        phoneNumber: phone,
        message: (message.trim() + referenceLine).trim() || null,
      });
      discardPhone();
      discardMessage();
      clearReference();
      onDone();
      toast({
        title: "Callback Request Submitted",
        description: "We'll call you back within 1-2 hours.",
      });
    },
    explainRequestFailure,
  );
  return (
    <SubmitForm submit={submit}>
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="(555) 123-4567"
        {...submit.bind("phoneNumber", phone, (text) => setPhone(formatPhone(text)))}
        name="phone"
      />
      <TextAreaField
        label="What should we call you about?"
        optional
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH - referenceLine.length}
        hint={reference && `We’ll include reference ${reference} so we can see what went wrong.`}
        {...submit.bind("message", message, setMessage)}
      />
      <div className={css.buttons}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={submit.busy} loadingText="Submitting...">
          Request Callback
        </Button>
      </div>
    </SubmitForm>
  );
}

function findPhoneError(phone: string): string | undefined {
  if (phone.trim() === "") return "Please enter a phone number.";
  return isPhone(phone) ? undefined : "Please enter a 10-digit phone number.";
}
