import { useState } from "react";
import type { Remittance } from "@/api/types";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { dollars } from "../../../queue/words";
import { postSent, refreshMoney } from "../calls";
import { payments, refusalText, today } from "../words";

type Props = DialogProps & { remittance: Remittance };

/** Records that the money left: the day, and under which reference. */
export default function SentDialog({ remittance, ...dialog }: Props) {
  const { id, authority, amount } = remittance;
  const [sentOn, setSentOn] = useState(() => today(new Date()));
  const [reference, setReference] = useState("");
  const submit = useSubmit(
    () => ({
      sentOn: sentOn ? undefined : "Enter the day on which it was sent.",
      reference: reference.trim() ? undefined : "Enter the bank’s or the authority’s reference.",
    }),
    async () => {
      try {
        await postSent(id, sentOn, reference.trim());
      } finally {
        void refreshMoney();
      }
      toast({
        title: "Remittance Sent",
        description: `${dollars(amount)} to ${authority} is in the books.`,
      });
      dialog.onOpenChange(false);
    },
    refusalText,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Record remittance ${id} as sent`}
      description={`Lanewise moves no money here: you have sent ${dollars(amount)} (${payments(remittance.payments)}) to ${authority} yourselves. The drivers read the day and the reference.`}
      action="Record as sent"
      working="Recording..."
      keep="Cancel"
    >
      <TextField
        label="Sent on"
        type="date"
        max={today(new Date())}
        {...submit.bind("sentOn", sentOn, setSentOn)}
      />
      <TextField
        label="Reference"
        placeholder="ACH 4711"
        autoComplete="off"
        maxLength={100}
        data-first
        {...submit.bind("reference", reference, setReference)}
      />
    </SubmitDialog>
  );
}
