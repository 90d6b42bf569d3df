import { ApiError } from "@/api/client";
import type { LawyerHire } from "@/api/types";
import { formatPhone } from "@/lib/phone";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { type DialogProps, SubmitDialog } from "../forms/SubmitDialog";
import { useDraft } from "../forms/useDraft";
import { explainInToast, useSubmit } from "../forms/useSubmit";
import { type Contact, checkContact, contactBody } from "./contact";
import { patchLawyerHire } from "./contactCalls";

type Props = DialogProps & {
  hireId: number;
  saved: Contact;
  onSaved: (hire: LawyerHire) => void;
};

const explainFailure = explainInToast("Failed to save contact information. Please try again.");

export function ContactDialog(props: Props) {
  return props.open ? <OpenDialog {...props} /> : null;
}

/** Mounted while the dialog is open, so its state starts fresh each time. */
function OpenDialog({ hireId, saved, onSaved, ...dialog }: Props) {
  const [phone, setPhone, discardPhone] = useDraft(`hire${hireId}.phone`, saved.phone);
  const [email, setEmail, discardEmail] = useDraft(`hire${hireId}.email`, saved.email);
  const contact: Contact = { phone, email };
  const submit = useSubmit(
    () => checkContact(contact) ?? {},
    async () => {
      onSaved(await patchLawyerHire(hireId, contactBody(contact)));
      discardPhone();
      discardEmail();
      toast({
        title: "Contact Information Saved",
        description: "We will reach out using your preferred method within 12 hours.",
      });
      dialog.onOpenChange(false);
    },
    (error) => {
      const failure = explainFailure(error);
      const isRefused = error instanceof ApiError && Object.keys(error.fields).length > 0;
      return isRefused && typeof failure === "string" ? { fields: { form: failure } } : failure;
    },
  );
  function edit({ phone: newPhone = phone, email: newEmail = email }: Partial<Contact>) {
    setPhone(newPhone);
    setEmail(newEmail);
    submit.clear();
  }
  const { errors } = submit;
  return (
    <SubmitDialog
      {...dialog}
      submit={{ ...submit, failure: errors.form ?? submit.failure }}
      title="How should we reach you?"
      description="Enter a phone number or an email address. We will reach out within 12 hours."
      action="Save"
      working="Saving..."
      block
      cancelLabel={null}
    >
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
    </SubmitDialog>
  );
}
