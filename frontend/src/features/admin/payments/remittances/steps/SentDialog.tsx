import { useState } from "react";
import { ApiError } from "@/api/client";
import type { InclusionChoice, Remittance } from "@/api/types";
import { toBusinessDate } from "@/parts/dates/businessDays";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { dollars } from "../../../queue/format";
import { postRemittanceSent, refreshMoney } from "../calls";
import { describeRemittanceRefusal, formatPaymentCount } from "../remittanceTexts";

type Props = DialogProps & { remittance: Remittance };

/**
 * A payment that was refunded or charged back after the last file was downloaded: its amount in the file, and the
 * amount to send now.
 */
type RefundedSinceFile = {
  paymentId: number;
  confirmationNumber: string;
  inFile: string;
  sendable: string;
};

const CHOICES: readonly { value: InclusionChoice; label: string }[] = [
  { value: "sent", label: "I sent it" },
  { value: "left_out", label: "I left it out" },
];

/**
 * Returns the payments for which the server needs an answer before it records a remittance as
 * sent. Empty for any other error.
 */
function findRefundedPayments(error: unknown): RefundedSinceFile[] {
  const isAsked = error instanceof ApiError && error.code === "refunded_since_file";
  return isAsked ? ((error.body.refunded ?? []) as RefundedSinceFile[]) : [];
}

const fieldOf = ({ paymentId }: RefundedSinceFile) => `payment-${paymentId}`;

/**
 * Records that the money was sent, with date and reference. For each payment that was refunded or
 * charged back since the last downloaded file, asks whether it was sent or left out.
 */
export default function SentDialog({ remittance, ...dialog }: Props) {
  const { id, payee, amount } = remittance;
  const [sentOn, setSentOn] = useState(() => toBusinessDate(new Date()));
  const [reference, setReference] = useState("");
  const [refundedPayments, setRefundedPayments] = useState<readonly RefundedSinceFile[]>([]);
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const submit = useSubmit(
    () => ({
      sentOn: sentOn ? undefined : "Enter the date when you sent the money.",
      reference: reference.trim()
        ? undefined
        : `Enter the bank’s or ${payee.kind === "lawyer" ? "the lawyer’s" : "the authority’s"} reference.`,
      ...Object.fromEntries(
        refundedPayments.map((one) => [
          fieldOf(one),
          choices[fieldOf(one)] ? undefined : "Choose what you did with this payment.",
        ]),
      ),
    }),
    async () => {
      const refunded = refundedPayments.map((one) => ({
        paymentId: one.paymentId,
        was: choices[fieldOf(one)] as InclusionChoice,
      }));
      try {
        const sent = await postRemittanceSent(id, {
          sentOn,
          reference: reference.trim(),
          refunded,
        });
        toast({
          title: "Remittance Sent",
          description: `We recorded in the books that you sent ${dollars(sent.amount)} to ${payee.name}.`,
        });
      } catch (error) {
        // The server's next refusal lists only payments without an answer. Payments that staff have answered stay in
        // the list.
        const more = findRefundedPayments(error);
        setRefundedPayments((known) => [
          ...known,
          ...more.filter((one) => !known.some(({ paymentId }) => paymentId === one.paymentId)),
        ]);
        throw error;
      } finally {
        void refreshMoney();
      }
      dialog.onOpenChange(false);
    },
    describeRemittanceRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Record remittance ${id} as sent`}
      description={`This doesn’t move any money. Use it after you have sent ${dollars(amount)} (${formatPaymentCount(remittance.payments)}) to ${payee.name}.${payee.kind === "authority" ? " Drivers see the date and the reference." : ""}`}
      action="Record as sent"
      working="Recording..."
    >
      <TextField
        label="Sent on"
        type="date"
        max={toBusinessDate(new Date())}
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
      {refundedPayments.map((one) => (
        <SelectField
          key={one.paymentId}
          label={`${one.confirmationNumber}: ${dollars(one.inFile)} in the file, ${dollars(one.sendable)} now`}
          hint="If you sent the amount in the file, you need to recover the difference. If you left this payment out, we record none of it as sent."
          placeholder="Choose"
          options={CHOICES}
          {...submit.bind(fieldOf(one), choices[fieldOf(one)] ?? "", (value) =>
            setChoices((all) => ({ ...all, [fieldOf(one)]: value })),
          )}
        />
      ))}
    </SubmitDialog>
  );
}
