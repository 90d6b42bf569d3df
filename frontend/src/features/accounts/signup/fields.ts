/** The fields of the sign-up with their initial values (docs/product/accounts.md#signing-up). */
export const EMPTY_VALUES = {
  fullName: "",
  state: "",
  driversLicenseNumber: "",
  dateOfBirth: "",
  vehicleLicensePlate: "",
  vehicleState: "",
  plateFrom: "",
  phoneNumber: "",
  email: "",
  password: "",
  confirmPassword: "",
};

export type SignupValues = typeof EMPTY_VALUES;
export type SignupField = keyof SignupValues;
export type SignupErrors = Partial<Record<SignupField, string>>;

export const STEPS = [
  {
    title: "Personal Information",
    fields: ["fullName", "state", "driversLicenseNumber", "dateOfBirth"],
  },
  { title: "Vehicle Information", fields: ["vehicleLicensePlate", "vehicleState", "plateFrom"] },
  { title: "Contact Information", fields: ["phoneNumber"] },
  { title: "Account Setup", fields: ["email", "password", "confirmPassword"] },
  { title: "Review & Complete", fields: [] },
] as const satisfies readonly { title: string; fields: readonly SignupField[] }[];

export const ACCOUNT_STEP = 4;
export const LAST_STEP = STEPS.length;

export const LABELS: Record<SignupField, string> = {
  fullName: "Full Name",
  state: "State",
  driversLicenseNumber: "Driver's License Number",
  dateOfBirth: "Date of Birth",
  vehicleLicensePlate: "License Plate",
  vehicleState: "Registration State",
  plateFrom: "When did you get this plate?",
  phoneNumber: "Phone Number",
  email: "Email",
  password: "Password",
  confirmPassword: "Verify Password",
};

/** Returns the step (1 to 5) that contains a field. */
export function stepOf(field: SignupField): number {
  return STEPS.findIndex((step) => (step.fields as readonly string[]).includes(field)) + 1;
}

export function isSignupField(name: string): name is SignupField {
  return Object.hasOwn(EMPTY_VALUES, name);
}
