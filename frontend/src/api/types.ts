/** The records that screens name, from the generated contract. Words of state are `string` there: switch with a fallback. */
export type {
  Config,
  DrivingProfile,
  LawyerHire,
  Parking,
  Session,
  SignUpBody,
  Ticket,
  Toll,
  User,
} from "./generated/types.gen";
export type { MissingTicketReport } from "./generated/requests/types.gen";
export type { StatusRequest, VehicleUpdate } from "./generated/staff/types.gen";
export type { OwnSession } from "./generated/account/types.gen";
export type { ChatMessage, HelpInquiry } from "./generated/help/types.gen";
export type { PaidItem, YearTotal } from "./generated/receipts/types.gen";
export type { PaymentIntent, PaymentTransaction } from "./generated/payments/types.gen";
