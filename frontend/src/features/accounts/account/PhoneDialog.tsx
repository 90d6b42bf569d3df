import { useId, useState } from "react";
import { patchContact } from "../calls";
import type { User } from "@/api/types";
import { formatPhone, isPhone, phoneDigits } from "@/lib/phone";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import css from "./dialogs.module.css";
import { useSubmit } from "@/parts/useSubmit";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  user: User;
  onSaved: (user: User) => Promise<void>;
};

export default function PhoneDialog({ user, onSaved, ...dialog }: Props) {
  const [phone, setPhone] = useState(formatPhone(user.phoneNumber ?? ""));
  const formId = useId();
  const submit = useSubmit(
    () =>
      phone && !isPhone(phone)
        ? { phoneNumber: "Please enter all 10 digits, or leave it empty" }
        : {},
    async () => {
      await onSaved(await patchContact(phoneDigits(phone) || null));
      dialog.onOpenChange(false);
      toast({ title: phone ? "Phone Number Saved" : "Phone Number Removed" });
    },
  );
  return (
    <Dialog
      {...dialog}
      title={user.phoneNumber ? "Change Phone Number" : "Add Phone Number"}
      description="For news about your cases. Leave it empty to have none on file."
      footer={
        <Button type="submit" form={formId} loading={submit.busy} loadingText="Saving...">
          Save
        </Button>
      }
    >
      <form
        className={css.form}
        id={formId}
        ref={submit.form}
        onSubmit={submit.onSubmit}
        noValidate
      >
        {submit.failure && <Alert>{submit.failure}</Alert>}
        <TextField
          label="Phone number"
          optional
          type="tel"
          name="phoneNumber"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="(555) 123-4567"
          value={phone}
          error={submit.wrong.phoneNumber}
          onChange={(event) => {
            setPhone(formatPhone(event.target.value));
            submit.clear("phoneNumber");
          }}
        />
      </form>
    </Dialog>
  );
}
