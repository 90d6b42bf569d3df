import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import type { LawyerHire } from "@/api/types";
import { formatPhone } from "@/lib/phone";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { focusFirstError } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { useDraft } from "../forms/useDraft";
import css from "./ContactDialog.module.css";
import { type Contact, type ContactErrors, checkContact, contactBody } from "./contact";
import { patchLawyerHire } from "./contactCalls";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hireId: number;
  saved: Contact;
  onSaved: (hire: LawyerHire) => void;
};

const FORM_ID = "lawyer-contact";
const FAILED = "Failed to save contact information. Please try again.";

export function ContactDialog(props: Props) {
  const { open, onOpenChange } = props;
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="How should we reach you?"
      description="Enter a phone number or an email address. We will reach out within 12 hours."
      footer={
        <Button type="submit" form={FORM_ID} block loading={busy} loadingText="Saving...">
          Save
        </Button>
      }
    >
      <ContactForm {...props} busy={busy} setBusy={setBusy} />
    </Dialog>
  );
}

type FormProps = Props & { busy: boolean; setBusy: (busy: boolean) => void };

/** Mounted with the dialog, so its state starts fresh each time. */
function ContactForm({ hireId, saved, busy, setBusy, onSaved, onOpenChange }: FormProps) {
  const [phone, setPhone, discardPhone] = useDraft(`hire${hireId}.phone`, saved.phone);
  const [email, setEmail, discardEmail] = useDraft(`hire${hireId}.email`, saved.email);
  const contact: Contact = { phone, email };
  const [errors, setErrors] = useState<ContactErrors>({});
  const form = useRef<HTMLFormElement>(null);

  function edit({ phone: newPhone = phone, email: newEmail = email }: Partial<Contact>) {
    setPhone(newPhone);
    setEmail(newEmail);
    setErrors({});
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problems = checkContact(contact);
    setErrors(problems ?? {});
    if (problems) return focusFirstError(form.current);
    setBusy(true);
    try {
      onSaved(await patchLawyerHire(hireId, contactBody(contact)));
      discardPhone();
      discardEmail();
      toast({
        title: "Contact Information Saved",
        description: "We will reach out using your preferred method within 12 hours.",
      });
      onOpenChange(false);
    } catch (error) {
      const fieldError = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      // Also shown in the dialog, because a toast can't be reached while the dialog is open.
      setErrors(fieldError ? { form: fieldError } : { failed: FAILED });
      toast({ title: "Error", description: FAILED, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <form id={FORM_ID} className={css.form} ref={form} onSubmit={save} noValidate>
      {(errors.form ?? errors.failed) && <Alert>{errors.form ?? errors.failed}</Alert>}
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel-national"
        inputMode="numeric"
        placeholder="(555) 123-4567"
        value={contact.phone}
        onChange={(event) => edit({ phone: formatPhone(event.target.value) })}
        error={errors.phone}
        invalid={errors.form !== undefined}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        value={contact.email}
        onChange={(event) => edit({ email: event.target.value })}
        error={errors.email}
        invalid={errors.form !== undefined}
      />
    </form>
  );
}
