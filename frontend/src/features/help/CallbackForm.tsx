import { type FormEvent, useRef, useState } from "react";
import type { User } from "@/api/types";
import { formatPhone, isPhone } from "@/lib/phone";
import { MAX_MESSAGE_LENGTH } from "@/parts/chat/Composer";
import { clearReference, readStoredReference, formatReferenceLine } from "@/parts/failureReference";
import { useDraft } from "@/parts/forms/useDraft";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import css from "./help.module.css";
import { REQUEST_FAILED, useHelpRequest } from "./useHelpRequest";

type Props = { viewer: User; onBack: () => void; onDone: () => void };

export function CallbackForm({ viewer, onBack, onDone }: Props) {
  const [phone, setPhone, discardPhone] = useDraft(
    `${viewer.id}.callback`,
    formatPhone(viewer.phoneNumber ?? ""),
  );
  const [message, setMessage, discardMessage] = useDraft(`${viewer.id}.callbackAbout`, "");
  const form = useRef<HTMLFormElement>(null);
  const [reference] = useState(readStoredReference);
  const referenceLine = formatReferenceLine(reference);
  const { ask, busy, wrong, mark, failed } = useHelpRequest(form);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (phone.trim() === "") {
      mark({ phoneNumber: "Please enter a phone number." });
    } else if (!isPhone(phone)) {
      mark({ phoneNumber: "Please enter a 10-digit phone number." });
    } else {
      const text = (message.trim() + referenceLine).trim() || null;
      const body = {
        userId: viewer.id,
        type: "callback" as const,
        phoneNumber: phone,
        message: text,
      };
      if (!(await ask(body))) return;
      discardPhone();
      discardMessage();
      clearReference();
      onDone();
      toast({
        title: "Callback Request Submitted",
        description: "We'll call you back within 1-2 hours.",
      });
    }
  }
  return (
    <form className={css.stack} ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label="Phone number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="(555) 123-4567"
        value={phone}
        error={wrong.phoneNumber}
        onChange={(event) => setPhone(formatPhone(event.target.value))}
      />
      <TextAreaField
        label="What is it about?"
        optional
        name="message"
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH - referenceLine.length}
        hint={reference && `We’ll include reference ${reference} so we can see what went wrong.`}
        value={message}
        error={wrong.message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {failed && <Alert>{REQUEST_FAILED}</Alert>}
      <div className={css.buttons}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={busy} loadingText="Submitting...">
          Request Callback
        </Button>
      </div>
    </form>
  );
}
