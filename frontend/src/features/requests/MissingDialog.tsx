import { useState } from "react";
import type { TicketReportType } from "@/api/types";
import { STATES } from "@/lib/states";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useDraft } from "@/parts/forms/useDraft";
import { explainInToast, useSubmit } from "@/parts/forms/useSubmit";
import { track } from "@/parts/pixel";
import { REPORT_TYPES } from "@/parts/reportTypes";
import { Button } from "@/ui/buttons/Button";
import { SelectField } from "@/ui/forms/SelectField";
import { toast } from "@/ui/overlays/toast";
import { postReport } from "./calls";
import css from "./Requests.module.css";

type Props = DialogProps & { userId: number; onReported: () => void };

/** Reports a missing ticket: first the state, then the kind of ticket. Closing the dialog discards the input. */
export function MissingDialog(props: Props) {
  return props.open ? <Steps {...props} /> : null;
}

function Steps({ userId, onReported, ...dialog }: Props) {
  const [state, setState, discardState] = useDraft(`${userId}.missing`, "");
  const [kind, setKind, discardKind] = useDraft(`${userId}.missingKind`, "");
  const type: TicketReportType | "" = REPORT_TYPES.find((known) => known === kind) ?? "";
  const close = () => {
    discardState();
    discardKind();
    dialog.onOpenChange(false);
  };
  // If the session ended while the second step was open, the user continues there.
  const [step, setStep] = useState<1 | 2>(state !== "" && type !== "" ? 2 : 1);
  const isComplete = step === 1 ? state !== "" : type !== "";
  const submit = useSubmit(
    () => ({}),
    async () => {
      if (step === 1 || type === "") return setStep(2);
      await postReport(userId, state, type);
      close();
      onReported();
      track({ kind: "custom", name: "MissingTicketReported" });
      toast({
        title: "Missing Ticket Reported",
        description: "We’ll look for it and show what we find here.",
      });
    },
    explainInToast("Failed to submit report. Please try again."),
  );
  return (
    <SubmitDialog
      open
      onOpenChange={close}
      submit={submit}
      title="Are we Missing any Tickets?"
      description={step === 1 ? "Step 1 of 2: state" : "Step 2 of 2: kind of ticket"}
      action={step === 1 ? "Continue" : "Submit Report"}
      working="Submitting..."
      disabled={!isComplete}
      extraButton={
        step === 2 && (
          <Button variant="secondary" onClick={() => setStep(1)}>
            Back
          </Button>
        )
      }
      cancelLabel={null}
    >
      {step === 1 ? (
        <SelectField
          label="State where you got the ticket"
          options={STATES}
          placeholder="Select a state"
          value={state}
          onChange={(event) => setState(event.target.value)}
        />
      ) : (
        <fieldset className={css.types}>
          <legend>Kind of ticket in {state}</legend>
          {REPORT_TYPES.map((one) => (
            <label key={one} className={css.type}>
              <input
                type="radio"
                name="type"
                value={one}
                checked={type === one}
                onChange={() => setKind(one)}
              />
              {one}
            </label>
          ))}
        </fieldset>
      )}
    </SubmitDialog>
  );
}
