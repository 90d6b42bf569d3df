import { useState } from "react";
import { useUserDraft } from "@/parts/accounts/useUserDraft";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import type { Submit } from "@/parts/forms/useSubmit";
import { MAX_NOTE_LENGTH } from "@/parts/legalHelp/cases/ChangeDialog";
import { OFFENSES } from "@/parts/legalHelp/cases/caseLabels";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { SelectField } from "@/ui/forms/SelectField";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { postStep } from "../calls";
import { DocumentsField } from "./DocumentsField";
import {
  checkStep,
  DECISIONS,
  emptyStep,
  hasTerms,
  NO_DOCUMENTS,
  needsDocument,
  STEP_LABELS,
  type StepChoice,
  type StepValues,
  stepBody,
} from "./stepForm";

const CLASSES = Object.entries(OFFENSES)
  .filter(([name]) => name !== "unknown")
  .map(([value, label]) => ({ value, label }));

/** Records a legal step, the court's decision, or an update. */
export default function StepDialog({
  legalCase,
  onChanged,
  refetch,
  ...dialog
}: DialogProps & CaseProps) {
  const [note, setNote, discardNote] = useUserDraft(`case-${legalCase.id}.step`);
  const [choices, setChoices] = useState(() => emptyStep(legalCase.offenseClass));
  const values = { ...choices, note };
  const [documents, setDocuments] = useState(NO_DOCUMENTS);
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        discardNote();
        onChanged(next);
        toast({
          title: "Step Recorded",
          description: "The driver can see the update in their case.",
        });
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => checkStep(values, documents, new Date()),
    () => postStep(legalCase.id, stepBody(values, documents, legalCase.version)),
  );
  const bind = (name: keyof StepValues) =>
    submit.bind(name, values[name], (value) =>
      setChoices((previous) => ({ ...previous, [name]: value })),
    );
  const steps: StepChoice[] = [...legalCase.nextSteps, "update"];
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Record a step"
      action="Record"
      working="Saving..."
    >
      <SelectField
        label="What happened?"
        placeholder="Choose"
        options={steps.map((value) => ({ value, label: STEP_LABELS[value] ?? value }))}
        {...bind("step")}
      />
      <StepFields step={values.step} outcome={values.outcome} bind={bind} />
      <SelectField
        label="Offense class"
        optional
        placeholder={
          legalCase.offenseClass === "unknown"
            ? "Leave as not known yet"
            : `Keep “${OFFENSES[legalCase.offenseClass]}”`
        }
        options={CLASSES}
        {...bind("offenseClass")}
      />
      <TextAreaField
        label={values.step === "offer_pending" ? "The offer" : "Note"}
        optional={values.step !== "offer_pending" && values.step !== "update"}
        hint="The driver will see this."
        rows={4}
        maxLength={MAX_NOTE_LENGTH}
        {...submit.bind("note", note, setNote)}
      />
      <DocumentsField
        legalCase={legalCase}
        isNeeded={needsDocument(values.step)}
        documents={documents}
        error={submit.errors.files}
        onChange={(change) => {
          setDocuments(change);
          submit.clear("files");
        }}
      />
    </SubmitDialog>
  );
}

type FieldsProps = {
  step: string;
  outcome: string;
  bind: (name: keyof StepValues) => ReturnType<Submit["bind"]>;
};

/** The fields that only this step has. Every step also has an offense class, a note and documents. */
function StepFields({ step, outcome, bind }: FieldsProps) {
  if (step === "court_date_set")
    return (
      <>
        <TextField
          label="Court date"
          type="date"
          hint="We’ll add it to the driver’s record. If the driver has to appear, we’ll also add it to their calendar and reminders."
          {...bind("courtDate")}
        />
        <TextField
          label="Time"
          optional
          hint="The court’s local time, such as 9:30 AM."
          autoComplete="off"
          maxLength={50}
          {...bind("courtTime")}
        />
        <SelectField
          label="Does the driver have to appear?"
          placeholder="Choose"
          hint="We’ll tell the driver whether they have to be in court."
          options={[
            { value: "no", label: "No, I’ll appear alone" },
            { value: "yes", label: "Yes" },
          ]}
          {...bind("mustDriverCome")}
        />
      </>
    );
  if (step === "deferred")
    return (
      <TextField
        label="Deferred until"
        type="date"
        hint="Last day of the deferral."
        {...bind("until")}
      />
    );
  if (step !== "decided") return null;
  const decision = (
    <SelectField label="Decision" placeholder="Choose" options={DECISIONS} {...bind("outcome")} />
  );
  if (!hasTerms(outcome)) return decision;
  return (
    <>
      {decision}
      <TextField
        label="New fine"
        optional
        inputMode="decimal"
        autoComplete="off"
        hint="The amount that the driver owes now. Leave it empty if it didn’t change."
        {...bind("fine")}
      />
      <TextField
        label="New points"
        optional
        inputMode="numeric"
        autoComplete="off"
        hint="Leave it empty if they didn’t change."
        {...bind("points")}
      />
      <TextField label="New due date" optional type="date" {...bind("due")} />
    </>
  );
}
