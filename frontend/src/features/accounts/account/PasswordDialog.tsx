import { useId, useState } from "react";
import { mutate } from "swr";
import { postPassword } from "../calls";
import { OWN_SESSIONS_KEY, SESSION_KEY } from "@/api/keys";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { PasswordField } from "@/ui/forms/PasswordField";
import { toast } from "@/ui/overlays/toast";
import css from "./dialogs.module.css";
import { checkNewPassword, PASSWORD_HINT } from "../newPassword";
import { useSubmit } from "@/parts/useSubmit";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; email: string };

export default function PasswordDialog({ email, ...dialog }: Props) {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [again, setAgain] = useState("");
  const formId = useId();
  const submit = useSubmit(
    () =>
      currentPassword
        ? checkNewPassword("newPassword", newPassword, again)
        : { currentPassword: "Password is required" },
    async () => {
      await postPassword({ currentPassword, newPassword });
      dialog.onOpenChange(false);
      toast({ title: "Password Changed", description: "Every other session was ended." });
      await Promise.all([mutate(SESSION_KEY), mutate(OWN_SESSIONS_KEY)]);
    },
  );
  return (
    <Dialog
      {...dialog}
      title="Change Password"
      description="You stay logged in here. Every other device is logged out at once."
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
        {/* For password managers: which account this is. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={currentPassword}
          error={submit.wrong.currentPassword}
          onChange={(event) => {
            setCurrent(event.target.value);
            submit.clear("currentPassword");
          }}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          value={newPassword}
          error={submit.wrong.newPassword}
          onChange={(event) => {
            setNew(event.target.value);
            submit.clear("newPassword");
          }}
        />
        <PasswordField
          label="Verify new password"
          name="again"
          autoComplete="new-password"
          value={again}
          error={submit.wrong.again}
          onChange={(event) => {
            setAgain(event.target.value);
            submit.clear("again");
          }}
        />
      </form>
    </Dialog>
  );
}
