import { useState } from "react";
import type { Remittance } from "@/api/types";
import { toBusinessDate } from "@/parts/dates/businessDays";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { ChoiceChips } from "@/ui/desk/Chips";
import { FileField } from "@/ui/desk/FileField";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { postRemittanceAccepted, refreshMoney } from "../calls";
import { describeRemittanceRefusal, formatPaymentCount } from "../remittanceTexts";
import { findConfirmationNumbers } from "./findConfirmationNumbers";

const SCOPES = [
  { value: "all", label: "All payments" },
  { value: "some", label: "Some payments" },
];
/** Maximum file size, in bytes. A list of all payments that fit into a remittance is far smaller. */
const MAX_BYTES = 2_000_000;

type Props = DialogProps & { remittance: Remittance };

/**
 * Records which payments an authority or a lawyer has accepted: all of them, or those in a list.
 */
export default function AcceptedDialog({ remittance, ...dialog }: Props) {
  const { id, payee } = remittance;
  const [acceptedOn, setAcceptedOn] = useState(() => toBusinessDate(new Date()));
  const [text, setText, discardText] = useUserDraft(`remittance-${id}-accepted`);
  const [what, setWhat] = useState(() => (text ? "some" : "all"));
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const isSome = what === "some";
  const numbers = isSome ? findConfirmationNumbers(text) : [];

  async function readNumbers(file: File | null) {
    setFile(file);
    setFileError(null);
    if (!file) return;
    if (file.size > MAX_BYTES) return setFileError("This file is larger than 2 MB.");
    const found = findConfirmationNumbers(await file.text().catch(() => ""));
    if (found.length === 0) return setFileError("We found no numbers in this file.");
    submit.clear("numbers");
    setText(found.join("\n"));
  }
  const submit = useSubmit(
    () => ({
      acceptedOn: acceptedOn
        ? undefined
        : `Enter the date when ${payee.name} accepted the payments.`,
      numbers: isSome && numbers.length === 0 ? "Enter the numbers, one per line." : undefined,
    }),
    async () => {
      let isAll = false;
      try {
        const after = await postRemittanceAccepted(id, acceptedOn, isSome ? numbers : null);
        isAll = after.status === "accepted";
      } finally {
        void refreshMoney();
      }
      discardText();
      toast({
        title: isAll ? "Remittance Accepted" : "Payments Accepted",
        description: isAll
          ? `We recorded that ${payee.name} accepted all payments.`
          : `We recorded that ${payee.name} accepted ${formatPaymentCount(numbers.length)}. The others are still open.`,
      });
      dialog.onOpenChange(false);
    },
    describeRemittanceRefusal,
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title={`Record remittance ${id} as accepted`}
      description={`Enter what ${payee.name} reported.${payee.kind === "authority" ? " Drivers see the date." : ""}`}
      action={
        isSome && numbers.length > 0
          ? `Record ${formatPaymentCount(numbers.length)}`
          : "Record as accepted"
      }
      working="Recording..."
    >
      <TextField
        label="Accepted on"
        type="date"
        max={toBusinessDate(new Date())}
        {...submit.bind("acceptedOn", acceptedOn, setAcceptedOn)}
      />
      <ChoiceChips
        legend="What was accepted"
        showsLegend
        name="accepted"
        options={SCOPES}
        value={what}
        onChange={setWhat}
      />
      {isSome && (
        <>
          <TextAreaField
            label="Confirmation or citation numbers"
            hint="One per line. Use our confirmation numbers or citation numbers. You can paste a CSV table."
            rows={5}
            spellCheck={false}
            {...submit.bind("numbers", text, setText)}
          />
          <FileField
            label="Or upload a file of numbers"
            name="file"
            accept=".csv,.txt,text/csv,text/plain"
            fileKind="a CSV or text file"
            file={file}
            error={fileError}
            onFile={(file) => void readNumbers(file)}
          />
        </>
      )}
    </SubmitDialog>
  );
}
