import { useState } from "react";
import { useSWRConfig } from "swr";
import type { LawyerAvailability } from "@/api/types";
import { STATES } from "@/lib/states";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { availabilityKey, patchCourt } from "./availabilityCalls";
import css from "./ChangeCourt.module.css";

type Props = { ticketId: number; availability: LawyerAvailability };

/** Label of the button that opens the form for the court. */
export const changeCourtLabel = ({ courtState, isCourtStateAssumed }: LawyerAvailability) =>
  courtState && !isCourtStateAssumed ? "Enter or correct the court" : "Enter your court";

/** Lets the driver say which court hears the ticket, while Lanewise doesn’t know it. */
export function ChangeCourt({ ticketId, availability }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (!availability.mayChangeCourt) return null;
  const close = () => {
    setOpen(false);
    setWasOpen(true);
  };
  if (isOpen) return <CourtForm {...{ ticketId, availability }} onClose={close} />;
  return (
    <Button
      variant="text"
      compact
      className={css.change}
      // Returns the focus to this button after the form was closed.
      autoFocus={wasOpen}
      onClick={() => setOpen(true)}
    >
      {changeCourtLabel(availability)}
    </Button>
  );
}

function CourtForm({ ticketId, availability, onClose }: Props & { onClose: () => void }) {
  const { mutate } = useSWRConfig();
  const [state, setState] = useState(availability.courtState ?? "");
  const [name, setName] = useState(availability.courtName ?? "");
  const submit = useSubmit(
    () => ({ courtState: state ? undefined : "Choose the court’s state." }),
    async () => {
      const next = await patchCourt(ticketId, {
        courtState: state,
        courtName: name.trim() || null,
      });
      await mutate(availabilityKey(ticketId), next, { revalidate: false });
      // Whether a lawyer can be hired for the ticket may have changed in the lists as well.
      void mutate((key) => Array.isArray(key) && key[0] === "/api/tickets");
      const description =
        next.reason ?? `Lawyers are taking cases in ${state}. You can hire one for your ticket.`;
      toast({ title: "Court Saved", description });
      onClose();
    },
  );
  return (
    <SubmitForm submit={submit} className={css.form}>
      <SelectField
        label="State of the court"
        placeholder="Select a state"
        options={STATES}
        autoFocus
        {...submit.bind("courtState", state, setState)}
      />
      <TextField
        label="Name of the court"
        optional
        hint="As it’s printed on your ticket."
        maxLength={200}
        {...submit.bind("courtName", name, setName)}
      />
      <div className={css.buttons}>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={submit.busy} loadingText="Saving...">
          Save
        </Button>
      </div>
    </SubmitForm>
  );
}
