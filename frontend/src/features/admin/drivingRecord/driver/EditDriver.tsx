import { useState } from "react";
import type { DrivingProfile, User } from "@/api/types";
import { PLATE_STATES } from "@/lib/states";
import { useSession } from "@/parts/accounts/useSession";
import { PlateDayField } from "@/parts/drivingRecord/PlateDayField";
import { useProfile } from "@/parts/drivingRecord/useRecords";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { patchDrivingProfile, patchUserAsStaff } from "../calls";
import { FormDrawer } from "../../desk/forms/FormDrawer";
import { useDraftForm } from "../../desk/forms/useDraftForm";

type Props = { user: User; onClose: () => void };

/** Form for a driver's points, driving status and plate. */
export function EditDriver(props: Props) {
  const me = useSession().user?.id ?? null;
  const { data: profile } = useProfile({ id: props.user.id, viewerId: me });
  return profile ? <Form {...props} profile={profile} /> : null;
}

const isWholeNumber = (text: string, minimum: number) =>
  /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= 100;

function Form({ user, profile, onClose }: Props & { profile: DrivingProfile }) {
  // The values when the form was opened. The form is compared with them, so that changes by other
  // staff don't count as edits.
  const [initial] = useState({
    status: profile.status,
    currentPoints: String(profile.currentPoints),
    totalPoints: String(profile.totalPoints),
    vehicleLicensePlate: user.vehicleLicensePlate ?? "",
    vehicleState: user.vehicleState ?? "",
    plateFrom: user.plateFrom ?? "",
    plateUntil: user.plateUntil ?? "",
  });
  const form = useDraftForm({
    initial,
    draft: `driver-${user.id}`,
    reopens: { form: "edit", userId: user.id },
    check: (values) => ({
      ...(!values.status.trim() && { status: "Driving status is required" }),
      ...(!isWholeNumber(values.currentPoints, 0) && {
        currentPoints: "Enter a whole number from 0 to 100.",
      }),
      ...(!isWholeNumber(values.totalPoints, 1) && {
        totalPoints: "Enter a whole number from 1 to 100.",
      }),
    }),
    onInvalid: () =>
      toast({
        title: "Validation Error",
        description: "Please fill in all required fields correctly.",
        variant: "destructive",
      }),
    send: async (values) => {
      const { status, currentPoints, totalPoints, ...vehicle } = values;
      const { vehicleLicensePlate, vehicleState } = vehicle;
      const isChanged = (name: keyof typeof initial) => values[name] !== initial[name];
      const edited = {
        ...(isChanged("status") && { status: status.trim() }),
        ...(isChanged("currentPoints") && { currentPoints: Number(currentPoints) }),
        ...(isChanged("totalPoints") && { totalPoints: Number(totalPoints) }),
      };
      const isDated = isChanged("plateFrom") || isChanged("plateUntil");
      try {
        // Save the plate first, because the server may refuse it. In that case the other fields aren't saved.
        if (isDated) await patchUserAsStaff(user.id, vehicle);
        else if (isChanged("vehicleLicensePlate") || isChanged("vehicleState"))
          await patchUserAsStaff(user.id, { vehicleLicensePlate, vehicleState });
        if (Object.keys(edited).length > 0) await patchDrivingProfile(user.id, edited);
      } finally {
        // Refreshes even after a failure, because the plate may be saved although the other fields aren't.
        void refresh("/api/users", "/api/driving-profile", "/api/admin/users");
      }
      toast({ title: "Driver Updated", description: "We saved the driver’s data." });
      onClose();
    },
    onFailed: () => {
      toast({ title: "Error", description: "Failed to update user data.", variant: "destructive" });
      return false;
    },
  });
  // `plateFrom` and `plateUntil` belong to the stored plate. The server clears them for another plate.
  const isOtherPlate = (plate: string) =>
    plate.trim().toUpperCase() !== initial.vehicleLicensePlate;
  const setPlate = (plate: string) => {
    form.set("vehicleLicensePlate", plate);
    if (isOtherPlate(plate) === isOtherPlate(form.values.vehicleLicensePlate)) return;
    form.set("plateFrom", isOtherPlate(plate) ? "" : initial.plateFrom);
    form.set("plateUntil", isOtherPlate(plate) ? "" : initial.plateUntil);
  };
  const bind = (name: keyof typeof initial) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  });
  return (
    <FormDrawer
      form={form}
      title={`Edit ${user.fullName || user.username}`}
      action="Save changes"
      working="Saving..."
      onClose={onClose}
    >
      <TextField
        {...bind("status")}
        label="Driving status"
        maxLength={100}
        hint="Need More Info, Active, Suspended, or your own words. The driver sees exactly what you enter."
      />
      <TextField
        {...bind("currentPoints")}
        label="Current points"
        type="number"
        min={0}
        max={100}
      />
      <TextField
        {...bind("totalPoints")}
        label="Points at which the license is suspended"
        type="number"
        min={1}
        max={100}
      />
      <TextField
        {...bind("vehicleLicensePlate")}
        onChange={({ target }) => setPlate(target.value)}
        label="Vehicle plate"
        optional
        maxLength={20}
        spellCheck={false}
      />
      <SelectField
        {...bind("vehicleState")}
        label="Vehicle state"
        optional
        options={PLATE_STATES}
        placeholder="Select a state"
      />
      <PlateDayField
        {...bind("plateFrom")}
        label="Plate since"
        hint={
          isOtherPlate(form.values.vehicleLicensePlate)
            ? "Enter the day when the driver got the new plate. Citations dated before this day need your review. If you leave this empty, we use the day one year before the plate is verified."
            : "Citations dated before this day need your review. If you leave this empty, we use the day one year before the plate was verified."
        }
      />
      <PlateDayField
        {...bind("plateUntil")}
        label="Plate until"
        hint="The last day the driver had this plate. Leave this empty if they still have it."
      />
    </FormDrawer>
  );
}
