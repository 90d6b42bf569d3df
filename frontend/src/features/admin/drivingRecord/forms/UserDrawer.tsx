import { formatPhone } from "@/lib/phone";
import { PLATE_STATES, STATES } from "@/lib/states";
import { postUser } from "@/parts/accounts/calls";
import { PlateDayField } from "@/parts/drivingRecord/PlateDayField";
import { Alert } from "@/ui/feedback/Alert";
import { PasswordField } from "@/ui/forms/PasswordField";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import css from "./forms.module.css";
import { FormDrawer } from "../../desk/forms/FormDrawer";
import { useDraftForm } from "../../desk/forms/useDraftForm";

const EMPTY = {
  fullName: "",
  email: "",
  password: "",
  state: "",
  driversLicenseNumber: "",
  dateOfBirth: "",
  phoneNumber: "",
  vehicleLicensePlate: "",
  vehicleState: "",
  plateFrom: "",
};
type Name = keyof typeof EMPTY;

const LABELS: Record<Name, string> = {
  fullName: "Full Name *",
  email: "Email *",
  password: "Password *",
  state: "State *",
  driversLicenseNumber: "Driver's License Number *",
  dateOfBirth: "Date of Birth *",
  phoneNumber: "Phone Number *",
  vehicleLicensePlate: "Vehicle License Plate",
  vehicleState: "Vehicle State",
  plateFrom: "When did the driver get this plate?",
};
const REQUIRED = (Object.keys(EMPTY) as Name[]).filter((name) => LABELS[name].endsWith("*"));

const MISSING = "Please fill in all required fields marked with *.";

/** Creates a driver's account (docs/product/accounts.md#signing-up). */
export default function UserDrawer({ onClose }: { onClose: () => void }) {
  const form = useDraftForm({
    initial: EMPTY,
    draft: "user-new",
    reopens: { form: "user", userId: null },
    secret: ["password"],
    check: (values) =>
      Object.fromEntries(
        REQUIRED.filter((name) => !values[name].trim()).map((name) => [
          name,
          `${LABELS[name].replace(" *", "")} is required`,
        ]),
      ),
    onInvalid: () =>
      toast({ title: "Missing Information", description: MISSING, variant: "destructive" }),
    send: async ({ plateFrom, ...values }) => {
      const user = await postUser({ ...values, ...(plateFrom && { plateFrom }), byStaff: true });
      toast({
        title: "User Created",
        description: `${user.fullName ?? user.username} has user ID ${user.id}.`,
      });
      void refresh("/api/users", "/api/users?q");
      onClose();
    },
    onFailed: () => {
      toast({
        title: "Error",
        description: "Failed to create user. Please check the form data.",
        variant: "destructive",
      });
      return false;
    },
  });
  const bind = (name: Name) => ({
    name,
    label: LABELS[name],
    value: form.values[name],
    error: form.errors[name],
    required: REQUIRED.includes(name),
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  });
  const missing = REQUIRED.some((name) => form.errors[name] && !form.values[name].trim());

  return (
    <FormDrawer
      form={form}
      title="Create New User"
      action="Create User"
      working="Creating..."
      onClose={onClose}
    >
      {missing && <Alert title="Missing Information">{MISSING}</Alert>}
      <fieldset className={css.group}>
        <legend className={css.legend}>Driver</legend>
        <TextField {...bind("fullName")} maxLength={100} />
        <TextField {...bind("dateOfBirth")} type="date" min="1900-01-01" />
        <TextField {...bind("driversLicenseNumber")} maxLength={32} spellCheck={false} />
        <SelectField {...bind("state")} options={STATES} placeholder="Select a state" />
        <TextField
          {...bind("phoneNumber")}
          type="tel"
          inputMode="tel"
          placeholder="(555) 123-4567"
          onChange={(event) => form.set("phoneNumber", formatPhone(event.target.value))}
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>Account</legend>
        <TextField {...bind("email")} type="email" autoCapitalize="none" />
        <PasswordField
          {...bind("password")}
          autoComplete="new-password"
          hint="10 to 128 characters that aren’t easy to guess."
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.legend}>Vehicle, if known</legend>
        <TextField {...bind("vehicleLicensePlate")} maxLength={20} spellCheck={false} />
        <SelectField
          {...bind("vehicleState")}
          options={PLATE_STATES}
          placeholder="Select a state"
        />
        <PlateDayField
          {...bind("plateFrom")}
          hint="Citations dated before this day need your review. If you leave this empty, we use the day one year before the plate is verified."
        />
      </fieldset>
    </FormDrawer>
  );
}
