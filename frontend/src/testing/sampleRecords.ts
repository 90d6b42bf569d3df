import type { Config, User } from "@/api/types";

/** A sample driver as the API returns it. */
export const USER: User = {
  id: 3,
  username: "alex",
  email: "alex@x.test",
  role: "driver",
  fullName: "Alex Doe",
  state: "Texas",
  driversLicenseNumber: "D99",
  dateOfBirth: "1990-02-03",
  phoneNumber: null,
  vehicleLicensePlate: null,
  vehicleState: null,
  vehicleInfoAddedAt: null,
  plateFrom: null,
  plateUntil: null,
  licenseStatus: "unknown",
  statusRequestedAt: null,
  signupStep: 5,
  signupStartedAt: null,
  signupCompletedAt: null,
  lastAdminUpdateAt: null,
  emailVerifiedAt: null,
  licenseVerifiedAt: null,
  licenseBasis: null,
  plateVerifiedAt: null,
  plateBasis: null,
  createdAt: "2026-01-15T10:00:00Z",
};

/** Sample settings, which the server gives every page. */
export const CONFIG: Config = {
  canMail: true,
  legalHelp: [],
  pixelId: null,
  publishableKey: "pk_test",
  recordReadyBusinessDays: 2,
  stripeJsUrl: "/stripe.js",
  supportPhone: "(555) 010-0000",
  testMode: true,
};
