import { useState } from "react";
import type { Obligation } from "@/api/types";
import { parseAmount } from "@/lib/amount";
import { centsOf, formatDecimal, formatCents } from "@/lib/money";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { AmountField } from "@/ui/forms/AmountField";
import { formatDriverName } from "../../../desk/driver";
import { dollars } from "../../../queue/format";
import { postWriteOff, refreshMoney } from "../calls";
import { describeRemittanceRefusal, keyOf } from "../remittanceTexts";
import { findAmountError } from "./amountError";

type Props = DialogProps & { obligation: Obligation };

/** Writes off money that an authority or a lawyer won't return, as a loss. */
export default function WriteOffDialog({ obligation, ...dialog }: Props) {
  const [amount, setAmount] = useState(obligation.toRecover);
  const [how, setHow, discardHow] = useUserDraft(`write-off-${keyOf(obligation)}`);
  const [isSure, setSure] = useState(false);
  const validCents = findAmountError(amount, obligation.toRecover)
    ? null
    : (parseAmount(amount) ?? null);
  const submit = useSubmit(
    () => ({
      amount: findAmountError(amount, obligation.toRecover),
      how: how.trim()
        ? undefined
        : "Enter why the money won’t be returned, so your colleagues know.",
      isSure: isSure ? undefined : "Check the box to continue.",
    }),
    async () => {
      const lostAmount = formatDecimal(validCents ?? centsOf(obligation.toRecover));
      try {
        await postWriteOff(obligation, lostAmount, how.trim());
      } finally {
        void refreshMoney();
      }
      discardHow();
      toast({
        title: "Written Off",
        description: `We recorded a loss of ${dollars(lostAmount)} in the books.`,
      });
      dialog.onOpenChange(false);
    },
    describeRemittanceRefusal,
  );
  const sum = validCents === null ? "this" : formatCents(validCents);
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Write off this amount"
      description={`Use this if ${obligation.payee?.name ?? "the authority"} won’t return the ${dollars(obligation.toRecover)} for ${obligation.confirmationNumber}, ${formatDriverName(obligation)}. The driver isn’t affected. This can’t be undone.`}
      action="Write off"
      working="Recording..."
      danger
    >
      <AmountField {...submit.bind("amount", amount, setAmount)} />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={500}
        {...submit.bind("how", how, setHow)}
      />
      <Checkbox
        label={`I understand that Lanewise loses ${sum}`}
        checked={isSure}
        onChange={(event) => {
          setSure(event.target.checked);
          submit.clear("isSure");
        }}
      />
      {submit.errors.isSure && <Alert>{submit.errors.isSure}</Alert>}
    </SubmitDialog>
  );
}
