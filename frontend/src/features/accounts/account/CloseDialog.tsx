import { useId, useState } from "react";
import { postCloseAccount } from "../calls";
import { accountClosed } from "@/parts/accounts/auth";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { PasswordField } from "@/ui/forms/PasswordField";
import { toast } from "@/ui/overlays/toast";
import css from "./dialogs.module.css";
import { useSubmit } from "@/parts/useSubmit";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export default function CloseDialog(dialog: Props) {
  const [password, setPassword] = useState("");
  const formId = useId();
  const submit = useSubmit(
    () => (password ? {} : { password: "Password is required" }),
    async () => {
      await postCloseAccount(password);
      await accountClosed();
      toast({
        title: "Account Closed",
        description: "Your data was erased, apart from the books we must keep.",
      });
    },
  );
  return (
    <Dialog
      {...dialog}
      title="Close your account?"
      description="This can’t be undone. You are logged out everywhere at once."
      footer={
        <>
          <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            Keep account
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            loading={submit.busy}
            loadingText="Closing..."
          >
            Close account
          </Button>
        </>
      }
    >
      <form
        className={css.form}
        id={formId}
        ref={submit.form}
        onSubmit={submit.onSubmit}
        noValidate
      >
        {submit.failure && <Alert title="Not yet">{submit.failure}</Alert>}
        <Consequences />
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={submit.wrong.password}
          onChange={(event) => {
            setPassword(event.target.value);
            submit.clear("password");
          }}
        />
      </form>
    </Dialog>
  );
}

function Consequences() {
  return (
    <div className={css.facts}>
      <h3>What is erased</h3>
      <p>
        Your name, license, date of birth, email, phone, plate and the digits of your social
        security number; unpaid tickets, parking tickets and tolls; your help chats, reports, text
        requests and sessions.
      </p>
      <h3>What is kept, and why</h3>
      <p>
        Payments, refunds, hires and what they were for, and the record of who changed what. The law
        wants complete books; they are kept under a number, without your name.
      </p>
    </div>
  );
}
