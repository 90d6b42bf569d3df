import { useId, useState } from "react";
import { postRecoveryCodes, postSecondFactorOff } from "./calls";
import { checkProof, NO_PROOF, ProofFields } from "@/parts/accounts/ProofFields";
import { useSubmit } from "@/parts/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { toast } from "@/ui/overlays/toast";
import { RecoveryCodes } from "./RecoveryCodes";
import css from "./RecoveryCodes.module.css";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  purpose: "off" | "codes";
  onDone: () => void;
};

const WORDS = {
  off: {
    title: "Turn your second factor off?",
    text: "Your password alone will open your account again.",
    action: "Turn off",
  },
  codes: {
    title: "Make new recovery codes",
    text: "The codes you have now stop working.",
    action: "Make new codes",
  },
} as const;

export default function SecondFactorDialog({ purpose, onDone, ...dialog }: Props) {
  const [proof, setProof] = useState(NO_PROOF);
  const [codes, setCodes] = useState<string[] | null>(null);
  const formId = useId();
  const words = WORDS[purpose];
  const submit = useSubmit(
    () => checkProof(proof, true),
    async () => {
      if (purpose === "codes") {
        setCodes((await postRecoveryCodes(proof)).codes);
        return onDone();
      }
      await postSecondFactorOff(proof);
      onDone();
      dialog.onOpenChange(false);
      toast({ title: "Second Factor Off", description: "You log in by your password alone." });
    },
  );
  return (
    <Dialog
      {...dialog}
      title={codes ? "Your recovery codes" : words.title}
      footer={
        codes ? (
          <Button onClick={() => dialog.onOpenChange(false)}>I have kept them</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant={purpose === "off" ? "danger" : "primary"}
              loading={submit.busy}
              loadingText="Checking..."
            >
              {words.action}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form
          className={css.form}
          id={formId}
          ref={submit.form}
          onSubmit={submit.onSubmit}
          noValidate
        >
          {submit.failure && <Alert>{submit.failure}</Alert>}
          <p className={css.soft}>{words.text}</p>
          <ProofFields proof={proof} onChange={setProof} submit={submit} />
        </form>
      )}
    </Dialog>
  );
}
