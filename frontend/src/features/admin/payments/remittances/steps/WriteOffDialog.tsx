import { useState } from "react";
import type { Obligation } from "@/api/types";
import { parseAmount } from "@/lib/amount";
import { centsOf, decimalCents, formatCents } from "@/lib/money";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { calledDriver } from "../../../desk/driver";
import { dollars } from "../../../queue/words";
import { postWrittenOff, refreshMoney } from "../calls";
import { refusalText } from "../words";
import { amountWrong } from "./amountWrong";

type Props = DialogProps & { of: Obligation };

/** Writes off money that an authority won't return, as a loss. */
export default function WriteOffDialog({ of, ...dialog }: Props) {
  const [amount, setAmount] = useState(of.toRecover);
  const [how, setHow] = useState("");
  const [isSure, setSure] = useState(false);
  const given = amountWrong(amount, of.toRecover) ? null : (parseAmount(amount) ?? null);
  const submit = useSubmit(
    () => ({
      amount: amountWrong(amount, of.toRecover),
      how: how.trim() ? undefined : "Say why it does not come back, for who looks at this later.",
      isSure: isSure ? undefined : "Confirm that you are sure.",
    }),
    async () => {
      const gone = decimalCents(given ?? centsOf(of.toRecover));
      try {
        await postWrittenOff(of.paymentId, gone, how.trim());
      } finally {
        void refreshMoney();
      }
      toast({ title: "Written Off", description: `${dollars(gone)} is our loss in the books.` });
      dialog.onOpenChange(false);
    },
    refusalText,
  );
  const sum = given === null ? "this" : formatCents(given);
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Write off"
      description={`The authority has ${dollars(of.toRecover)} of ${of.confirmationNumber}, ${calledDriver(of)}, and does not give it back. The driver notices nothing. This can’t be undone.`}
      action="Write off"
      working="Recording..."
      danger
      keep="Cancel"
    >
      <TextField
        label="Amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        {...submit.bind("amount", amount, setAmount)}
      />
      <TextField
        label="Why"
        autoComplete="off"
        maxLength={500}
        {...submit.bind("how", how, setHow)}
      />
      <Checkbox
        label={`I am sure: ${sum} is lost, and Lanewise bears it`}
        checked={isSure}
        onChange={(event) => {
          setSure(event.target.checked);
          submit.clear("isSure");
        }}
      />
      {submit.wrong.isSure && <Alert>{submit.wrong.isSure}</Alert>}
    </SubmitDialog>
  );
}
