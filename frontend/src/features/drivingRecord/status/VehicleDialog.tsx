import { type FormEvent, useId, useRef, useState } from "react";
import { patchUser } from "../calls";
import { ApiError } from "@/api/client";
import type { User } from "@/api/types";
import { STATES } from "@/lib/states";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { focusFirstError } from "@/ui/forms/Field";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import css from "./dialogs.module.css";
import { userChanged } from "./userChanged";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; user: User };

const MAX_PLATE = 10;

export default function VehicleDialog({ user, ...dialog }: Props) {
  const [plate, setPlate] = useState(user.vehicleLicensePlate ?? "");
  const [state, setState] = useState(user.vehicleState ?? "");
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const vehicleLicensePlate = plate.trim().toUpperCase();
  const complete = vehicleLicensePlate !== "" && state !== "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !complete) return;
    setBusy(true);
    try {
      await userChanged(await patchUser(user.id, { vehicleLicensePlate, vehicleState: state }));
      dialog.onOpenChange(false);
      toast({
        title: "Vehicle Information Updated",
        description: "Your parking tickets are now available to view.",
      });
    } catch (error) {
      setBusy(false);
      setWrong(error instanceof ApiError ? error.fields : {});
      focusFirstError(form.current);
      toast({
        title: "Error",
        description: "Failed to update vehicle information. Please try again.",
        variant: "destructive",
      });
    }
  }
  return (
    <Dialog
      {...dialog}
      title={user.vehicleLicensePlate ? "Change Vehicle Information" : "Add Vehicle Information"}
      description="Parking tickets are filed by license plate, so we look for yours."
      footer={
        <Button
          type="submit"
          form={formId}
          disabled={!complete}
          loading={busy}
          loadingText="Saving..."
        >
          Save
        </Button>
      }
    >
      <form
        className={css.form}
        id={formId}
        ref={form}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <TextField
          label="License plate"
          className={css.plate}
          name="plate"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_PLATE}
          value={plate}
          error={wrong.vehicleLicensePlate}
          onChange={(event) => setPlate(event.target.value)}
        />
        <SelectField
          label="Registration state"
          name="state"
          options={STATES}
          placeholder="Select a state"
          value={state}
          error={wrong.vehicleState}
          onChange={(event) => setState(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
