/**
 * Records of cases as the API returns them. Written by hand until docs/openapi.json has the calls; then these become
 * aliases of the generated types.
 */
import type { LawyerHire } from "@/api/types";

export type CaseStep =
  | "hired"
  | "offered"
  | "conflict_cleared"
  | "accepted"
  | "agreement_signed"
  | "appearance_filed"
  | "court_date_set"
  | "offer_pending"
  | "deferred"
  | "decided"
  | "appeal_window"
  | "closed"
  | "no_lawyer"
  | "withdrawn"
  | "ended";

/** Who finds the lawyer: the matching, staff by hand, or no one here, for hires from before cases. */
export type CaseHandling = "matched" | "by_staff" | "outside";

export type CaseOutcome =
  | "dismissed"
  | "not_guilty"
  | "amended"
  | "reduced"
  | "deferred"
  | "traffic_school"
  | "guilty"
  | "default";

export type OffenseClass = "infraction" | "misdemeanor" | "unknown";
export type GuaranteeResult = "won" | "lost" | "not_yet";
export type CaseActor = "driver" | "lawyer" | "staff" | "system";

/** A move of the case, or another event that its timeline shows. */
export type CaseEventKind =
  | "hired"
  | "lawyer_offered"
  | "conflict_cleared"
  | "lawyer_accepted"
  | "lawyer_declined"
  | "lawyer_offer_lapsed"
  | "lawyer_skipped"
  | "agreement_sent"
  | "signature_reminded"
  | "agreement_signed"
  | "appearance_filed"
  | "court_date_set"
  | "plea_offered"
  | "plea_accepted"
  | "plea_refused"
  | "plea_question"
  | "court_deferred"
  | "court_decided"
  | "appeal_window_started"
  | "closed"
  | "update"
  | "driver_contacted"
  | "offense_confirmed"
  | "court_corrected"
  | "no_lawyer_found"
  | "lawyer_withdrew"
  | "staff_reassigned"
  | "driver_ended"
  | "staff_ended"
  | "staff_closed"
  | "staff_reopened"
  | "ticket_paid"
  | "payment_returned"
  | "label_set";

export type CaseEvent = {
  id: number;
  kind: CaseEventKind;
  step: CaseStep;
  at: string;
  actor: CaseActor;
  actorName: string | null;
  /** The lawyer that the event is about; for staff only. */
  lawyerName: string | null;
  note: string | null;
  courtDate: string | null;
  courtTime: string | null;
  outcome: CaseOutcome | null;
  fine: string | null;
  points: number | null;
};

/** The calls that the caller may make now. */
export type CaseAction =
  | "skip"
  | "reassign"
  | "contacted"
  | "end"
  | "correct_court"
  | "accept"
  | "decline"
  | "send_agreement"
  | "record_step"
  | "withdraw"
  | "sign"
  | "answer"
  | "message"
  | "ask_for_record"
  | "read_record"
  | "ask_to_read"
  | "read_messages";

export type ConsentKind = "record_for_lawyer" | "staff_reading";

/** A request for the driver's consent, and the answer. */
export type CaseConsent = {
  id: number;
  kind: ConsentKind;
  state: "asked" | "given" | "refused" | "withdrawn" | "expired";
  askedAt: string;
  givenAt: string | null;
  expiresAt: string | null;
};

export type Verdict = {
  outcome: CaseOutcome;
  fine: string | null;
  points: number | null;
  /** Last day of a deferral. */
  until: string | null;
  /** When the new fine is due. */
  due: string | null;
};

export type CaseCitation = {
  number: string | null;
  issuer: string | null;
  violation: string | null;
  issuedOn: string | null;
  court: string | null;
  fine: string | null;
  dueDate: string | null;
};

/** A case. Fields that the caller may not see are null. */
export type LegalCase = {
  id: number;
  ticketId: number | null;
  handling: CaseHandling;
  step: CaseStep;
  version: number;
  /** The hire's status. */
  label: string;
  isLabelByStaff: boolean;
  lawyer: {
    name: string;
    firm: string | null;
    licenseState: string | null;
    licenseNumber: string | null;
  } | null;
  isRepresented: boolean;
  driver: { name: string; phone: string | null; email: string | null } | null;
  citation: CaseCitation;
  courtState: string | null;
  courtName: string | null;
  offenseClass: OffenseClass;
  courtDate: string | null;
  courtTime: string | null;
  acceptBy: string | null;
  answerBy: string | null;
  updateDue: string | null;
  contactBy: string | null;
  contactedAt: string | null;
  verdict: (Verdict & { guarantee: GuaranteeResult | null }) | null;
  /** What happens next, as a sentence of the server, and by when. */
  next: { text: string; by: string | null } | null;
  agreement: {
    text: string;
    sentAt: string;
    signedAt: string | null;
    signedName: string | null;
  } | null;
  offer: { text: string; at: string; answer: OfferAnswer | null; answeredAt: string | null } | null;
  events: CaseEvent[];
  actions: CaseAction[];
  /** The steps that the lawyer may record now. */
  nextSteps: CaseStep[];
  /** How many messages driver and lawyer have exchanged. */
  messages: number;
  /** How many of them the caller, a driver or the lawyer, hasn't read. */
  unreadMessages: number;
  files: number;
  lastMessageAt: string | null;
  consents: CaseConsent[];
};

export type OfferAnswer = "accept" | "refuse" | "ask";

/** What the lawyer sees of the driver by consent. */
export type SharedRecord = {
  dateOfBirth: string | null;
  licenseNumber: string | null;
  licenseStatus: string;
  points: number | null;
  tickets: {
    id: number;
    violation: string;
    date: string;
    fine: string;
    points: number;
    isPaid: boolean;
  }[];
};

export type StepBody = {
  /** Null for an update that moves nothing. */
  step: CaseStep | null;
  note: string | null;
  /** Null if the lawyer doesn't change it. */
  offenseClass: OffenseClass | null;
  courtDate: string | null;
  courtTime: string | null;
  verdict: Verdict | null;
  version: number;
};

/** Whether lawyers take a ticket's court now, and the terms that the offer shows. */
export type Availability = {
  isAvailable: boolean;
  /** Why none does. */
  reason: string | null;
  courtState: string | null;
  /** The court isn't on file, so the driver's state counts. */
  isCourtStateAssumed: boolean;
  /** The last day on which a lawyer can accept. */
  acceptBy: string | null;
  /** Few business days remain until the next date. */
  isShort: boolean;
  /** What counts as won, in words of the server. */
  guaranteeTable: { outcome: string; isWon: boolean }[];
};

/** The parts of a hire that its case decides. Missing in hires from before cases. */
export type HireOfCase = LawyerHire & {
  handling?: CaseHandling;
  caseStep?: CaseStep;
  isLabelByStaff?: boolean;
};
