import { useState } from "react";
import { ApiError } from "@/api/client";
import type { User } from "@/api/types";
import { shortDate } from "@/lib/dates";
import { PLATE_STATES } from "@/lib/states";
import { useConfig } from "@/parts/config/useConfig";
import { toBusinessDate, businessDaysAfter } from "@/parts/dates/businessDays";
import { PLATE_FROM_HINT, PlateDayField } from "@/parts/drivingRecord/PlateDayField";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useAttempt } from "@/parts/forms/useAttempt";
import { useDraft } from "@/parts/forms/useDraft";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { patchUser } from "../calls";
import css from "./dialogs.module.css";
import { storeChangedUser } from "./storeChangedUser";

const MAX_PLATE = 10;

export default function VehicleDialog({ user, ...dialog }: DialogProps & { user: User }) {
  const [plate, setPlate, forgetPlate] = useDraft(
    `${user.id}.plate`,
    user.vehicleLicensePlate ?? "",
  );
  const [state, setState, forgetState] = useDraft(`${user.id}.plateState`, user.vehicleState ?? "");
  const [from, setFrom, forgetFrom] = useDraft(`${user.id}.plateFrom`, user.plateFrom ?? "");
  const close = () => {
    forgetPlate();
    forgetState();
    forgetFrom();
    dialog.onOpenChange(false);
  };
  const { data: config } = useConfig();
  const day = config && businessDaysAfter(user.createdAt, config.recordReadyBusinessDays);
  const now = new Date();
  // Text that names the promised date; empty once that date has passed.
  const by = day && toBusinessDate(now) <= day ? `, by ${shortDate(day, now)}` : "";
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const vehicleLicensePlate = plate.trim().toUpperCase();
  const enterPlate = (text: string) => {
    setPlate(text);
    // The day on file is about the plate on file.
    const isOther = text.trim().toUpperCase() !== user.vehicleLicensePlate;
    if (isOther && from === user.plateFrom) setFrom("");
  };
  const complete = vehicleLicensePlate !== "" && state !== "";
  const submit = useAttempt({
    failureText: "Failed to update vehicle information. Please try again.",
    ready: complete,
    async work() {
      const vehicle = { vehicleLicensePlate, vehicleState: state };
      // Send the plate's first day only if it changed, because a change makes staff verify the plate again. The server
      // clears the day of another plate.
      const isSame =
        vehicleLicensePlate === user.vehicleLicensePlate && state === user.vehicleState;
      const isDated = from !== ((isSame && user.plateFrom) || "");
      await storeChangedUser(
        await patchUser(user.id, isDated ? { ...vehicle, plateFrom: from } : vehicle),
      );
      close();
      toast({
        title: "Vehicle Information Updated",
        description: user.lastAdminUpdateAt
          ? "Your parking tickets are now available to view."
          : `Your parking tickets will show up here once your record is ready${by}.`,
      });
    },
    onFailed(error) {
      setWrong(error instanceof ApiError ? error.fields : {});
      return false;
    },
  });
  return (
    <SubmitDialog
      open={dialog.open}
      onOpenChange={close}
      submit={submit}
      title={user.vehicleLicensePlate ? "Change Vehicle Information" : "Add Vehicle Information"}
      description="We find parking tickets by license plate."
      action="Save"
      working="Saving..."
      disabled={!complete}
    >
      <TextField
        label="License plate"
        className={css.plate}
        name="plate"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={plate}
        error={wrong.vehicleLicensePlate}
        onChange={(event) => enterPlate(event.target.value.trimStart().slice(0, MAX_PLATE))}
      />
      <SelectField
        label="Registration state"
        name="state"
        options={PLATE_STATES}
        placeholder="Select a state"
        value={state}
        error={wrong.vehicleState}
        onChange={(event) => setState(event.target.value)}
      />
      <PlateDayField
        label="When did you get this plate?"
        name="plateFrom"
        hint={PLATE_FROM_HINT}
        value={from}
        error={wrong.plateFrom}
        onChange={(event) => setFrom(event.target.value)}
      />
    </SubmitDialog>
  );
}
