import { useState } from "react";
import { formatPhone } from "@/lib/phone";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { explainInToast, useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { confirmNumber, postNumberCode } from "./calls";
import css from "./notices.module.css";

type Props = DialogProps & {
  number: { id: number; phoneNumber: string };
  onConfirmed: () => void;
};

/** Asks for the code that was sent to a phone number. Nothing else is sent to an unconfirmed number. */
export function CodeDialog({ number, onConfirmed, ...dialog }: Props) {
  const [code, setCode] = useState("");
  const [isSent, setIsSent] = useState(false);
  const submit = useSubmit(
    () => {
      newCode.setFailure(null);
      return {};
    },
    async () => {
      await confirmNumber(number.id, code);
      dialog.onOpenChange(false);
      onConfirmed();
      toast({
        title: "Number Confirmed",
        description: "We’ll text you before due dates and court dates.",
      });
    },
    explainInToast("We couldn’t confirm the number. Please try again."),
  );
  const newCode = useSubmit(
    () => ({}),
    async () => {
      submit.setFailure(null);
      await postNumberCode(number.id);
      setIsSent(true);
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={{ ...submit, failure: newCode.failure ?? submit.failure }}
      title="Confirm Your Number"
      description={`We sent a code to ${formatPhone(number.phoneNumber)}. It expires in 10 minutes.`}
      action="Confirm"
      working="Confirming..."
      block
      disabled={code.trim() === ""}
      contentBelow={
        <p className={css.again} role="status">
          {isSent ? (
            "A new code is on its way. Only the newest code works."
          ) : (
            <Button variant="text" compact loading={newCode.busy} onClick={newCode.onSubmit}>
              Send a new code
            </Button>
          )}
        </p>
      }
      cancelLabel={null}
    >
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...submit.bind("code", code, setCode)}
      />
    </SubmitDialog>
  );
}
