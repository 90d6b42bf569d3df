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
  UserBody,
} from "./generated/types.gen";
/** What a call of a list is made with. */
export type { Client } from "./generated/client";
export type {
  MissingTicketReport,
  TextNotificationRequest as TextRequest,
} from "./generated/requests/types.gen";
export type {
  AuditEntry,
  BlockedIp,
  Enrolment,
  EnvironmentFinding,
  HelpInquirySummary,
  HireSummary,
  Import,
  ImportLine,
  Invitation,
  MissingTicketSummary,
  Overview,
  Refund,
  SecurityDashboard,
  SecurityEvent,
  StaffMember,
  StatusRequest,
  StatusRequestSummary,
  TimelineEntry,
  TransactionSummary,
  UnsolvedCounts,
  VehicleUpdate,
  VehicleUpdateSummary,
} from "./generated/staff/types.gen";
export type { OwnSession } from "./generated/account/types.gen";
export type { ChatMessage, HelpInquiry, InquiryBody } from "./generated/help/types.gen";
export type { PaidItem, YearTotal } from "./generated/receipts/types.gen";
export type {
  HireBody,
  ParkingBody,
  PaymentIntent,
  PaymentTransaction,
  TicketBody,
  TollBody,
  TransactionBody,
} from "./generated/payments/types.gen";
