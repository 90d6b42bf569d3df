import { type FormEvent, useId, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { postReport } from "./calls";
import { track } from "@/parts/pixel";
import { STATES } from "@/lib/states";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { SelectField } from "@/ui/forms/SelectField";
import { toast } from "@/ui/overlays/toast";
import css from "./Requests.module.css";
import type { TicketReportType } from "@/api/types";
import { REPORT_TYPES } from "@/parts/reportTypes";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: number;
  onReported: () => void;
};

const FAILED = "Failed to submit report. Please try again.";

/** The state, then the kind of ticket, then the report. Closing it starts over. */
export function MissingDialog(props: Props) {
  return props.open ? <Steps {...props} /> : null;
}

function Steps({ open, onOpenChange, userId, onReported }: Props) {
  const [state, setState] = useState("");
  const [type, setType] = useState<TicketReportType | "">("");
  const [step, setStep] = useState<1 | 2>(1);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const ready = step === 1 ? state !== "" : type !== "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !ready) return;
    if (step === 1 || type === "") return setStep(2);
    setBusy(true);
    setFailure(null);
    try {
      await postReport(userId, state, type);
      onOpenChange(false);
      onReported();
      track({ kind: "custom", name: "MissingTicketReported" });
      toast({
        title: "Missing Ticket Reported",
        description: "We will look for it and tell you here what we find.",
      });
    } catch (error) {
      const said = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      setFailure(said ?? FAILED);
      toast({ title: "Error", description: FAILED, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are we Missing any Tickets?"
      description={step === 1 ? "Step 1 of 2: where you got it." : "Step 2 of 2: what it is for."}
      footer={
        <>
          {step === 2 && (
            <Button variant="secondary" onClick={() => setStep(1)}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            form={formId}
            disabled={!ready}
            loading={busy}
            loadingText="Submitting..."
          >
            {step === 1 ? "Continue" : "Submit Report"}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} className={css.form} onSubmit={submit} noValidate>
        {failure && <Alert>{failure}</Alert>}
        {step === 1 ? (
          <SelectField
            label="State"
            options={STATES}
            placeholder="Select a state"
            value={state}
            onChange={(event) => setState(event.target.value)}
          />
        ) : (
          <fieldset className={css.types}>
            <legend>Kind of ticket in {state}</legend>
            {REPORT_TYPES.map((kind) => (
              <label key={kind} className={css.type}>
                <input
                  type="radio"
                  name="type"
                  value={kind}
                  checked={type === kind}
                  onChange={() => setType(kind)}
                />
                {kind}
              </label>
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
}
