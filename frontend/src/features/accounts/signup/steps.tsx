import type { ComponentProps } from "react";
import { formatPhone } from "@/lib/phone";
import { PLATE_STATES, STATES } from "@/lib/states";
import { useLatestDay } from "@/parts/dates/today";
import { PLATE_FROM_HINT, PlateDayField } from "@/parts/drivingRecord/PlateDayField";
import { Alert } from "@/ui/feedback/Alert";
import { PasswordField } from "@/ui/forms/PasswordField";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { LABELS, type SignupField } from "./fields";
import css from "./SignupPage.module.css";
import type { Signup } from "./useSignup";

type Props = Pick<Signup, "values" | "errors" | "edit">;

/** Returns the props that a field of the wizard needs, whether it is a text field or a select. */
function bind({ values, errors, edit }: Props, field: SignupField) {
  return {
    name: field,
    label: LABELS[field],
    value: values[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => edit(field, event.target.value),
  } satisfies Partial<ComponentProps<typeof TextField>>;
}

export function PersonalStep(props: Props) {
  const max = useLatestDay();
  return (
    <>
      <TextField {...bind(props, "fullName")} autoComplete="name" />
      <SelectField
        {...bind(props, "state")}
        options={STATES}
        placeholder="Select your state"
        autoComplete="address-level1"
      />
      <TextField
        {...bind(props, "driversLicenseNumber")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        {...bind(props, "dateOfBirth")}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={max}
      />
    </>
  );
}

export function VehicleStep(props: Props) {
  return (
    <>
      <p className={css.lead}>
        With your plate, we can find your parking tickets and tolls. You can also add it later.
      </p>
      <TextField
        {...bind(props, "vehicleLicensePlate")}
        className={css.plate}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SelectField
        {...bind(props, "vehicleState")}
        optional
        options={PLATE_STATES}
        placeholder="Select a state"
      />
      <PlateDayField {...bind(props, "plateFrom")} hint={PLATE_FROM_HINT} />
    </>
  );
}

export function ContactStep(props: Props) {
  return (
    <>
      <p className={css.lead}>
        We use your phone number to contact you about your tickets and legal help.
      </p>
      <TextField
        {...bind(props, "phoneNumber")}
        optional
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="(555) 123-4567"
        value={formatPhone(props.values.phoneNumber)}
        onChange={(event) => props.edit("phoneNumber", formatPhone(event.target.value))}
      />
    </>
  );
}

export function AccountStep(props: Props & Pick<Signup, "mustReenterPassword">) {
  return (
    <>
      {props.mustReenterPassword && (
        <Alert tone="info">
          For your security, we don’t save your password when the page reloads. Please enter it
          again.
        </Alert>
      )}
      <TextField
        {...bind(props, "email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField
        {...bind(props, "password")}
        autoComplete="new-password"
        hint="10 to 128 characters. A few unrelated words work well. We don’t accept passwords that are easy to guess."
      />
      <PasswordField {...bind(props, "confirmPassword")} autoComplete="new-password" />
    </>
  );
}
