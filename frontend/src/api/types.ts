/** The records of docs/API.md. Words the server may add to later stay `string`: an old tab must not break. */
export type User = {
  id: number;
  username: string;
  email: string;
  role: string;
  fullName: string | null;
  state: string | null;
  driversLicenseNumber: string | null;
  dateOfBirth: string | null;
  phoneNumber: string | null;
  vehicleLicensePlate: string | null;
  vehicleState: string | null;
  lastAdminUpdateAt: string | null;
  createdAt: string;
};

export type Session = { user: User; loginTime: string; lastActivity: string; expiresAt: string };

export type Config = {
  publishableKey: string;
  stripeJsUrl: string | null;
  testMode: boolean;
  supportPhone: string | null;
  pixelId: string | null;
};

export type DrivingProfile = {
  id: number;
  userId: number;
  status: string;
  currentPoints: number;
  totalPoints: number;
};

type Payable = {
  id: number;
  userId: number;
  date: string;
  dueDate: string | null;
  amount: string;
  status: string;
  isPaid: boolean;
  paidAt: string | null;
  createdAt: string;
};

export type Ticket = Payable & {
  violationType: string;
  violationCode: string | null;
  timeOfViolation: string | null;
  location: string | null;
  points: number;
  category: string;
  isDisputed: boolean;
  isCourtRequired: boolean;
  courtDate: string | null;
  courtTime: string | null;
  consequence: string | null;
  thingsToKnow: string | null;
  evidenceProvided: string | null;
  issuingOfficerAgency: string | null;
};

export type Parking = Payable & { violationType: string; location: string | null };

export type Toll = Payable & { tollRoad: string };

export type PaymentIntent = {
  clientSecret: string;
  paymentIntentId: string;
  amount: string;
  testMode: boolean;
};

export type PaymentTransaction = {
  id: number;
  userId: number;
  ticketId: number | null;
  itemId: number | null;
  paymentType: string;
  violationType: string | null;
  amount: string;
  processingFee: string;
  ourFee: string;
  confirmationNumber: string;
  createdAt: string;
  status: string;
};

export type LawyerHire = {
  id: number;
  userId: number;
  ticketId: number | null;
  violationType: string;
  amount: string;
  contactMethod: string | null;
  contactValue: string | null;
  confirmationNumber: string;
  createdAt: string;
  status: string;
};

export type SignupBody = {
  fullName: string;
  state: string;
  driversLicenseNumber: string;
  dateOfBirth: string;
  vehicleLicensePlate?: string;
  vehicleState?: string;
  phoneNumber?: string;
  email: string;
  password: string;
};
