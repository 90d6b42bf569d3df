import { endLocalSession } from "@/parts/accounts/auth";
import { OwnCredentialFields, useCredentials } from "@/parts/accounts/OwnCredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postCloseAccount } from "../calls";
import css from "./dialogs.module.css";

export default function CloseDialog(dialog: DialogProps) {
  const credentials = useCredentials();
  const submit = useSubmit(credentials.check, async () => {
    await postCloseAccount(credentials.proof);
    await endLocalSession();
    toast({
      title: "Account Closed",
      description: "We erased your data, except for the payment records we must keep by law.",
    });
  });
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Close your account?"
      description="You can’t undo this. We’ll log you out on all devices right away."
      action="Close account"
      working="Closing..."
      danger
      cancelLabel="Keep account"
      failureTitle={{
        refused: "We couldn’t close your account",
        unclear: "We couldn’t confirm that we closed your account",
      }}
    >
      <Consequences />
      <OwnCredentialFields form={credentials} submit={submit} />
    </SubmitDialog>
  );
}

function Consequences() {
  return (
    <div className={css.facts}>
      <h3>What we erase</h3>
      <p>
        Your name, license, date of birth, email, phone, plate and the last digits of your social
        security number; unpaid tickets, parking tickets and tolls; your photos, documents and
        letters; your messages, files and agreements with lawyers; your help chats, reports,
        requests for help with paying, phone numbers for texts, and logins.
      </p>
      <h3>What we keep, and why</h3>
      <p>
        Your payments, refunds and lawyer hires, the tickets they were for, and the log of changes
        to your records. The law requires complete records. We keep them, but replace your name with
        a number.
      </p>
    </div>
  );
}
