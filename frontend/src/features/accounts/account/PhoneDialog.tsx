import type { User } from "@/api/types";
import { formatPhone, isPhone, keepPhoneDigits } from "@/lib/phone";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useDraft } from "@/parts/forms/useDraft";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { patchContact } from "../calls";

type Props = DialogProps & { user: User; onSaved: (user: User) => Promise<void> };

export default function PhoneDialog({ user, onSaved, ...dialog }: Props) {
  const [phone, setPhone, discardDraft] = useDraft(
    `${user.id}.phone`,
    formatPhone(user.phoneNumber ?? ""),
  );
  const close = () => {
    discardDraft();
    dialog.onOpenChange(false);
  };
  const submit = useSubmit(
    () =>
      phone && !isPhone(phone)
        ? { phoneNumber: "Please enter all 10 digits, or leave it empty" }
        : {},
    async () => {
      await onSaved(await patchContact(keepPhoneDigits(phone) || null));
      close();
      toast({ title: phone ? "Phone Number Saved" : "Phone Number Removed" });
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      onOpenChange={close}
      submit={submit}
      title={user.phoneNumber ? "Change Phone Number" : "Add Phone Number"}
      description="Our team can reach you at this number. To get texts, add a number under Reminders. Leave the field empty to remove your number."
      action="Save"
      working="Saving..."
      cancelLabel={null}
    >
      <TextField
        label="Phone number"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="(555) 123-4567"
        {...submit.bind("phoneNumber", phone, (typed) => setPhone(formatPhone(typed)))}
      />
    </SubmitDialog>
  );
}
