import type { User } from "@/api/types";
import { shortDate } from "@/lib/dates";
import { PLATE_STATES } from "@/lib/states";
import { useConfig } from "@/parts/config/useConfig";
import { toBusinessDate, businessDaysAfter } from "@/parts/dates/businessDays";
import { PLATE_FROM_HINT, PlateDayField } from "@/parts/drivingRecord/PlateDayField";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useDraft } from "@/parts/forms/useDraft";
import { explainInToast, useSubmit } from "@/parts/forms/useSubmit";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { patchUser } from "../calls";
import css from "./dialogs.module.css";
import { storeChangedUser } from "./storeChangedUser";

const MAX_PLATE = 10;

export default function VehicleDialog({ user, ...dialog }: DialogProps & { user: User }) {
  const [plate, setPlate, discardPlate] = useDraft(
    `${user.id}.plate`,
    user.vehicleLicensePlate ?? "",
  );
  const [state, setState, discardState] = useDraft(
    `${user.id}.plateState`,
    user.vehicleState ?? "",
  );
  const [firstDay, setFirstDay, discardFirstDay] = useDraft(
    `${user.id}.plateFrom`,
    user.plateFrom ?? "",
  );
  const close = () => {
    discardPlate();
    discardState();
    discardFirstDay();
    dialog.onOpenChange(false);
  };
  const { data: config } = useConfig();
  const day = config && businessDaysAfter(user.createdAt, config.recordReadyBusinessDays);
  const now = new Date();
  // Text with the date by which the record will be ready. Empty once that date has passed.
  const byDate = day && toBusinessDate(now) <= day ? `, by ${shortDate(day, now)}` : "";
  const vehicleLicensePlate = plate.trim().toUpperCase();
  const enterPlate = (text: string) => {
    setPlate(text);
    submit.clear("vehicleLicensePlate");
    // The stored first day belongs to the stored plate, so another plate starts without a day.
    const isOtherPlate = text.trim().toUpperCase() !== user.vehicleLicensePlate;
    if (isOtherPlate && firstDay === user.plateFrom) setFirstDay("");
  };
  const isComplete = vehicleLicensePlate !== "" && state !== "";
  const submit = useSubmit(
    () => ({}),
    async () => {
      const vehicle = { vehicleLicensePlate, vehicleState: state };
      // Send the plate's first day only if it changed, because a change makes staff verify the plate again. The server
      // clears the day of another plate.
      const isPlateUnchanged =
        vehicleLicensePlate === user.vehicleLicensePlate && state === user.vehicleState;
      const isDayChanged = firstDay !== ((isPlateUnchanged && user.plateFrom) || "");
      await storeChangedUser(
        await patchUser(user.id, isDayChanged ? { ...vehicle, plateFrom: firstDay } : vehicle),
      );
      close();
      toast({
        title: "Vehicle Information Updated",
        description: user.lastAdminUpdateAt
          ? "Your parking tickets are now available to view."
          : `Your parking tickets will show up here once your record is ready${byDate}.`,
      });
    },
    explainInToast("Failed to update vehicle information. Please try again."),
  );
  return (
    <SubmitDialog
      open={dialog.open}
      onOpenChange={close}
      submit={submit}
      title={user.vehicleLicensePlate ? "Change Vehicle Information" : "Add Vehicle Information"}
      description="We find parking tickets and tolls by license plate."
      action="Save"
      working="Saving..."
      disabled={!isComplete}
      cancelLabel={null}
    >
      <TextField
        label="License plate"
        className={css.plate}
        name="plate"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={plate}
        error={submit.errors.vehicleLicensePlate}
        onChange={(event) => enterPlate(event.target.value.trimStart().slice(0, MAX_PLATE))}
      />
      <SelectField
        label="Registration state"
        options={PLATE_STATES}
        placeholder="Select a state"
        {...submit.bind("vehicleState", state, setState)}
        name="state"
      />
      <PlateDayField
        label="When did you get this plate?"
        hint={PLATE_FROM_HINT}
        {...submit.bind("plateFrom", firstDay, setFirstDay)}
      />
    </SubmitDialog>
  );
}
