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
  known: Contact;
  onSaved: (hire: LawyerHire) => void;
};

const FORM = "lawyer-contact";
const FAILED = "Failed to save contact information. Please try again.";

export function ContactDialog(props: Props) {
  const { open, onOpenChange } = props;
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="How should we reach you?"
      description="One is enough. We will reach out within 12 hours."
      footer={
        <Button type="submit" form={FORM} block loading={busy} loadingText="Saving...">
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
function ContactForm({ hireId, known, busy, setBusy, onSaved, onOpenChange }: FormProps) {
  const [phone, setPhone, forgetPhone] = useDraft(`hire${hireId}.phone`, known.phone);
  const [email, setEmail, forgetEmail] = useDraft(`hire${hireId}.email`, known.email);
  const contact: Contact = { phone, email };
  const [errors, setErrors] = useState<ContactErrors>({});
  const form = useRef<HTMLFormElement>(null);

  function edit({ phone: typed = phone, email: written = email }: Partial<Contact>) {
    setPhone(typed);
    setEmail(written);
    setErrors({});
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = checkContact(contact);
    setErrors(wrong ?? {});
    if (wrong) return focusFirstError(form.current);
    setBusy(true);
    try {
      onSaved(await patchLawyerHire(hireId, contactBody(contact)));
      forgetPhone();
      forgetEmail();
      toast({
        title: "Contact Information Saved",
        description: "We will reach out using your preferred method within 12 hours.",
      });
      onOpenChange(false);
    } catch (error) {
      const said = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      // Also shown in the dialog, because a toast can't be reached while the dialog is open.
      setErrors(said ? { form: said } : { failed: FAILED });
      toast({ title: "Error", description: FAILED, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <form id={FORM} className={css.form} ref={form} onSubmit={save} noValidate>
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
        wrong={errors.form !== undefined}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        value={contact.email}
        onChange={(event) => edit({ email: event.target.value })}
        error={errors.email}
        wrong={errors.form !== undefined}
      />
    </form>
  );
}
