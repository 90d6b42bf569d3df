import { useState } from "react";
import { STATES } from "@/lib/states";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { unlicensedText } from "@/parts/legalHelp/cases/caseLabels";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { patchCourt } from "../caseCalls";
import { courtOptions, courtPlaceholder, useCourts } from "../courts";

/** Corrects the court of a case. Lawyers are matched to the case by its court. */
export default function CourtDialog({
  legalCase,
  onChanged,
  refetch,
  ...dialog
}: DialogProps & CaseProps) {
  const courts = useCourts();
  const [state, setState] = useState(legalCase.courtState ?? "");
  const known = courts.courts?.find(({ name }) => name === legalCase.courtName);
  const [court, setCourt] = useState<string | null>(null);
  const chosen = court ?? (known ? String(known.id) : "");
  const [name, setName] = useState(legalCase.courtName ?? "");
  // The case's version when the form was opened. Sending a newer version would overwrite a colleague's changes, which
  // the form doesn't show. After a conflict, the form says that a colleague changed the case, and the next attempt
  // sends the newest version.
  const [version, setVersion] = useState(legalCase.version);
  const [isRefetched, setRefetched] = useState(false);
  if (isRefetched) {
    setRefetched(false);
    setVersion(legalCase.version);
  }
  const warning = unlicensedText(legalCase, state);
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        onChanged(next);
        toast({
          title: "Court Changed",
          description: warning ?? "We’ll match lawyers to this court from now on.",
        });
        dialog.onOpenChange(false);
      },
      refetch: async () => {
        await refetch();
        setRefetched(true);
      },
    },
    () => ({ courtState: state ? undefined : "Choose the court’s state." }),
    () =>
      patchCourt(legalCase.id, {
        courtState: state,
        courtId: chosen ? Number(chosen) : null,
        courtName: chosen ? null : name.trim() || null,
        version,
      }),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Change the court"
      description="We match lawyers by the court’s state, county and name. Until the court is known, only lawyers who take the whole state get the case."
      action="Save"
      working="Saving..."
    >
      <SelectField
        label="State"
        placeholder="Choose"
        options={STATES}
        {...submit.bind("courtState", state, (value) => {
          setState(value);
          setCourt("");
        })}
      />
      <SelectField
        label="Court"
        optional
        placeholder={courtPlaceholder(courts, "Not in the register, or unknown")}
        options={courtOptions(courts, state)}
        {...submit.bind("courtId", chosen, setCourt)}
      />
      {warning && <Alert>{warning}</Alert>}
      {!chosen && (
        <TextField
          label="Name of the court"
          optional
          autoComplete="off"
          maxLength={100}
          {...submit.bind("courtName", name, setName)}
        />
      )}
    </SubmitDialog>
  );
}
