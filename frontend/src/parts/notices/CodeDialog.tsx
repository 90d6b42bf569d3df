import { useState } from "react";
import { formatPhone } from "@/lib/phone";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { firstFieldError, useAttempt } from "@/parts/forms/useAttempt";
import { failureText } from "@/parts/forms/useSubmit";
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
  const [sent, setSent] = useState<"no" | "busy" | "yes">("no");
  const submit = useAttempt({
    failureText: "We couldn’t confirm the number. Please try again.",
    async work() {
      await confirmNumber(number.id, code);
      dialog.onOpenChange(false);
      onConfirmed();
      toast({
        title: "Number Confirmed",
        description: "We’ll text you before due dates and court dates.",
      });
    },
  });
  async function sendNewCode() {
    setSent("busy");
    submit.setFailure(null);
    try {
      await postNumberCode(number.id);
      setSent("yes");
    } catch (error) {
      setSent("no");
      submit.setFailure(firstFieldError(error) ?? failureText(error));
    }
  }
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Confirm Your Number"
      description={`We sent a code to ${formatPhone(number.phoneNumber)}. It expires in 10 minutes.`}
      action="Confirm"
      working="Confirming..."
      block
      disabled={code.trim() === ""}
      contentBelow={
        <p className={css.again} role="status">
          {sent === "yes" ? (
            "A new code is on its way. Only the newest code works."
          ) : (
            <Button
              variant="text"
              compact
              loading={sent === "busy"}
              onClick={() => void sendNewCode()}
            >
              Send a new code
            </Button>
          )}
        </p>
      }
    >
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </SubmitDialog>
  );
}
