import { useState } from "react";
import {
  CredentialFields,
  checkCredentials,
  NO_CREDENTIALS,
  useSecondFactor,
} from "@/parts/accounts/CredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { CHANGE_TITLES, useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postSecondFactorReset } from "../calls";
import { refresh } from "../live/refresh";

type Props = DialogProps & {
  userId: number;
  name: string;
  /** The key of the list that shows the user. */
  listKey: string;
};

/** Resets the second factor of a staff member or lawyer who lost their device. */
export default function ResetSecondFactorDialog({ userId, name, listKey, ...dialog }: Props) {
  const [credentials, setCredentials] = useState(NO_CREDENTIALS);
  const { data } = useSecondFactor();
  const submit = useSubmit(
    () => checkCredentials(credentials, data?.isOn),
    async () => {
      await postSecondFactorReset(userId, credentials);
      dialog.onOpenChange(false);
      toast({
        title: "Two-Step Verification Reset",
        description: `${name} now logs in with just a password.`,
      });
      await refresh(listKey);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Reset ${name}’s two-step verification?`}
      action="Reset"
      working="Saving..."
      danger
      failureTitle={CHANGE_TITLES}
    >
      <p>
        Use this if {name} lost their device. This logs them out everywhere. They can then log in
        with just their password. Ask them to set up two-step verification again.
      </p>
      <CredentialFields credentials={credentials} onChange={setCredentials} submit={submit} />
    </SubmitDialog>
  );
}
