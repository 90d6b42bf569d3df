import { useState } from "react";
import type { Obligation } from "@/api/types";
import { parseAmount } from "@/lib/amount";
import { centsOf, formatDecimal } from "@/lib/money";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { AmountField } from "@/ui/forms/AmountField";
import { formatDriverName } from "../../../desk/driver";
import { dollars } from "../../../queue/format";
import { postReturnedMoney, refreshMoney } from "../calls";
import { describeRemittanceRefusal, isZero, keyOf } from "../remittanceTexts";
import { findAmountError } from "./amountError";

type Props = DialogProps & { obligation: Obligation };

/**
 * Records money that an authority or a lawyer returned. For a payment that is still valid, the
 * full amount is recorded and owed again. For a refunded or charged-back payment, staff enter the
 * amount that arrived.
 */
export default function ReturnedMoneyDialog({ obligation, ...dialog }: Props) {
  const name = obligation.payee?.name ?? "The authority";
  const isOwedAgain = isZero(obligation.toRecover);
  // The refunded part isn't included: the payee has returned it before, or will return it separately.
  const maximum = isOwedAgain ? obligation.withPayee : obligation.toRecover;
  const [amount, setAmount] = useState(maximum);
  const [how, setHow, discardHow] = useUserDraft(`returned-${keyOf(obligation)}`);
  const submit = useSubmit(
    () => ({
      amount: isOwedAgain ? undefined : findAmountError(amount, maximum),
      how: how.trim() ? undefined : "Enter how the money was returned, so your colleagues know.",
    }),
    async () => {
      const returned = isOwedAgain
        ? maximum
        : formatDecimal(parseAmount(amount) ?? centsOf(maximum));
      try {
        await postReturnedMoney(obligation, returned, how.trim());
      } finally {
        void refreshMoney();
      }
      discardHow();
      toast({
        title: "Returned Money Recorded",
        description: isOwedAgain
          ? `${dollars(returned)} is owed again.`
          : `${name} returned ${dollars(returned)}.`,
      });
      dialog.onOpenChange(false);
    },
    describeRemittanceRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Record returned money"
      description={
        isOwedAgain
          ? `Use this if ${obligation.payee?.name ?? "the authority"} returned all ${dollars(maximum)} for ${obligation.confirmationNumber}, ${formatDriverName(obligation)}. The driver has paid, so we still owe the money. It goes into the next remittance.`
          : `You can record up to ${dollars(maximum)} for ${obligation.confirmationNumber}, ${formatDriverName(obligation)}.`
      }
      action="Record"
      working="Recording..."
    >
      {!isOwedAgain && <AmountField {...submit.bind("amount", amount, setAmount)} />}
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
