import { useState } from "react";
import { mutate } from "swr";
import type { StaffMember } from "@/api/types";
import { forgetSession } from "@/parts/accounts/auth";
import {
  CredentialFields,
  checkCredentials,
  NO_CREDENTIALS,
  useSecondFactor,
} from "@/parts/accounts/CredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { CHANGE_TITLES, useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { toast } from "@/ui/overlays/toast";
import { STAFF_KEY } from "../desk/live/calls";
import { postStaffRemoval } from "./calls";

type Props = DialogProps & { member: StaffMember };

/** Removes a staff member's access. */
export default function RemoveMemberDialog({ member, ...dialog }: Props) {
  const [credentials, setCredentials] = useState(NO_CREDENTIALS);
  const [isSure, setSure] = useState(false);
  const { data } = useSecondFactor();
  const name = member.fullName ?? member.email;
  const isOwn = member.isYou;
  const submit = useSubmit(
    () => ({
      ...checkCredentials(credentials, data?.isOn),
      isSure: isOwn && !isSure ? "Check the box to continue." : undefined,
    }),
    async () => {
      await postStaffRemoval(member.id, { ...credentials, isSure });
      dialog.onOpenChange(false);
      toast({ title: "Staff Member Removed", description: `${name} is logged out everywhere.` });
      if (isOwn) await forgetSession();
      else await mutate(STAFF_KEY);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={isOwn ? "Remove your own staff access?" : `Remove ${name} from staff?`}
      action="Remove"
      working="Saving..."
      danger
      failureTitle={CHANGE_TITLES}
    >
      <p>
        {isOwn
          ? "You’ll lose staff access and be logged out everywhere. Your entries in the audit trail stay."
          : "They lose staff access and are logged out everywhere. Their audit entries stay."}
      </p>
      {isOwn && (
        <>
          <Checkbox
            label="I understand that I’ll lose access to the back office right away"
            checked={isSure}
            onChange={(event) => {
              setSure(event.target.checked);
              submit.clear("isSure");
            }}
          />
          {submit.errors.isSure && <Alert>{submit.errors.isSure}</Alert>}
        </>
      )}
      <CredentialFields credentials={credentials} onChange={setCredentials} submit={submit} />
    </SubmitDialog>
  );
}
