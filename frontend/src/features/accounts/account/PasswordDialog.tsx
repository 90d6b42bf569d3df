import { useState } from "react";
import { mutate } from "swr";
import { OWN_SESSIONS_KEY, SESSION_KEY } from "@/api/keys";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { PasswordField } from "@/ui/forms/PasswordField";
import { toast } from "@/ui/overlays/toast";
import { postPassword } from "../calls";
import { NewPasswordFields } from "../NewPasswordFields";
import { checkNewPassword, NO_PASSWORD } from "../newPassword";

export default function PasswordDialog({ email, ...dialog }: DialogProps & { email: string }) {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setChosen] = useState(NO_PASSWORD);
  const submit = useSubmit(
    () =>
      currentPassword
        ? checkNewPassword("newPassword", newPassword)
        : { currentPassword: "Password is required" },
    async () => {
      await postPassword({ currentPassword, newPassword: newPassword.password });
      dialog.onOpenChange(false);
      toast({ title: "Password Changed", description: "You’re logged out on all other devices." });
      await Promise.all([mutate(SESSION_KEY), mutate(OWN_SESSIONS_KEY)]);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Change Password"
      description="You stay logged in here. We’ll log you out on every other device."
      action="Save"
      working="Saving..."
      cancelLabel={null}
    >
      {/* Lets password managers know which account the new password is for. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...submit.bind("currentPassword", currentPassword, setCurrent)}
      />
      <NewPasswordFields
        submit={submit}
        name="newPassword"
        label="New password"
        value={newPassword}
        onChange={setChosen}
      />
    </SubmitDialog>
  );
}
