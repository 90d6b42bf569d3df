import { accountClosed } from "@/parts/accounts/auth";
import { OwnProof, useProof } from "@/parts/accounts/OwnProof";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postCloseAccount } from "../calls";
import css from "./dialogs.module.css";

export default function CloseDialog(dialog: DialogProps) {
  const own = useProof();
  const submit = useSubmit(own.check, async () => {
    await postCloseAccount(own.proof);
    await accountClosed();
    toast({
      title: "Account Closed",
      description: "Your data was erased, apart from the books we must keep.",
    });
  });
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Close your account?"
      description="This can’t be undone. You are logged out everywhere at once."
      action="Close account"
      working="Closing..."
      danger
      keep="Keep account"
      failed="Not yet"
    >
      <Consequences />
      <OwnProof own={own} submit={submit} />
    </SubmitDialog>
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
