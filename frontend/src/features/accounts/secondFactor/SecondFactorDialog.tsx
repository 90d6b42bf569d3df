import { useState } from "react";
import {
  checkCredentials,
  NO_CREDENTIALS,
  CredentialFields,
} from "@/parts/accounts/CredentialFields";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { postRecoveryCodes, postSecondFactorOff } from "./calls";
import { recoveryCodesStep } from "./RecoveryCodes";
import css from "./RecoveryCodes.module.css";

type Props = DialogProps & {
  purpose: "off" | "codes";
  /** What the user can't open without a second factor. Null if the second factor isn't required. */
  requiredFor: string | null;
  onDone: () => void;
};

const TEXTS = {
  off: {
    title: "Turn off two-step verification?",
    text: "You’ll log in with just your password.",
    action: "Turn off",
  },
  codes: {
    title: "Get new recovery codes",
    text: "Your current codes will stop working.",
    action: "Get new codes",
  },
} as const;

export default function SecondFactorDialog({ purpose, requiredFor, onDone, ...dialog }: Props) {
  const [credentials, setCredentials] = useState(NO_CREDENTIALS);
  const [codes, setCodes] = useState<string[] | null>(null);
  const texts = TEXTS[purpose];
  const submit = useSubmit(
    () => checkCredentials(credentials, true),
    async () => {
      if (purpose === "codes") {
        setCodes((await postRecoveryCodes(credentials)).codes);
        return onDone();
      }
      await postSecondFactorOff(credentials);
      onDone();
      dialog.onOpenChange(false);
      toast({
        title: "Two-Step Verification Off",
        description: "You now log in with just your password.",
      });
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={texts.title}
      action={texts.action}
      working="Checking..."
      danger={purpose === "off"}
      success={codes && recoveryCodesStep(codes)}
    >
      <p className={css.soft}>
        {texts.text}
        {purpose === "off" &&
          requiredFor !== null &&
          ` You can’t open ${requiredFor} until you turn it on again.`}
      </p>
      <CredentialFields credentials={credentials} onChange={setCredentials} submit={submit} />
    </SubmitDialog>
  );
}
