import { useState } from "react";
import type { Obligation } from "@/api/types";
import { parseAmount } from "@/lib/amount";
import { centsOf, decimalCents } from "@/lib/money";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { formatDriverName } from "../../../desk/driver";
import { dollars } from "../../../queue/words";
import { postBack, refreshMoney } from "../calls";
import { isZero, refusalText } from "../words";
import { amountError } from "./amountWrong";

type Props = DialogProps & { of: Obligation };

/**
 * Records money that an authority returned. If the payment still stands, its full amount is returned and owed again.
 * Otherwise, the amount that arrived is recorded.
 */
export default function BackDialog({ of, ...dialog }: Props) {
  const isOwedAgain = isZero(of.toRecover);
  // The refunded part is recorded separately: it was recovered before, or still will be.
  const most = isOwedAgain ? of.withAuthority : of.toRecover;
  const [amount, setAmount] = useState(most);
  const [how, setHow] = useState("");
  const submit = useSubmit(
    () => ({
      amount: isOwedAgain ? undefined : amountError(amount, most),
      how: how.trim() ? undefined : "Enter how the money was returned, so your colleagues know.",
    }),
    async () => {
      const came = isOwedAgain ? most : decimalCents(parseAmount(amount) ?? centsOf(most));
      try {
        await postBack(of.paymentId, came, how.trim());
      } finally {
        void refreshMoney();
      }
      toast({
        title: "Returned Money Recorded",
        description: isOwedAgain
          ? `${dollars(came)} is owed again.`
          : `The authority returned ${dollars(came)}.`,
      });
      dialog.onOpenChange(false);
    },
    refusalText,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Record returned money"
      description={
        isOwedAgain
          ? `The authority returned all ${dollars(most)} of ${of.confirmationNumber}, ${formatDriverName(of)}. The driver has paid, so we still owe it. It goes into the next remittance.`
          : `You can record up to ${dollars(most)} for ${of.confirmationNumber}, ${formatDriverName(of)}.`
      }
      action="Record"
      working="Recording..."
      keep="Cancel"
    >
      {!isOwedAgain && (
        <TextField
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...submit.bind("amount", amount, setAmount)}
        />
      )}
      <TextField
        label="How it was returned"
        placeholder="Check 1042, returned ACH…"
        autoComplete="off"
        maxLength={500}
        {...submit.bind("how", how, setHow)}
      />
    </SubmitDialog>
  );
}
