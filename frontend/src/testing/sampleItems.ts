import { zTicket } from "@/api/generated/zod.gen";
import type { CourtAppearance, Parking, Ticket, Toll } from "@/api/types";

/** Fields shared by the sample items below. */
const FEES = {
  processingFeeType: "flat" as const,
  processingFeeAmount: "2.99",
  ourProcessingFee: "2.99",
};
const PAYABLE = {
  id: 1,
  userId: 2,
  citationNumber: null,
  issuer: null,
  date: "2026-10-20",
  dueDate: "2026-11-20",
  amount: "150",
  fine: "150.00",
  isEstimated: false,
  standing: "due" as const,
  countsAsDue: true,
  isOverdue: false,
  hasUpcomingDate: true,
  mayPay: true,
  notPayable: null,
  payNeedsConfirmation: null,
  authority: null,
  mayContest: true,
  isPaid: false,
  paidAt: null,
  createdAt: "2026-10-25T09:00:00Z",
  version: 1,
  ...FEES,
};

type Empty<Item> = { [Name in keyof Item as null extends Item[Name] ? Name : never]: null };

/** All nullable fields of a ticket, set to null. */
const EMPTY = Object.fromEntries(
  Object.entries(zTicket.shape)
    .filter(([, field]) => field.safeParse(null).success)
    .map(([name]) => [name, null]),
) as Empty<Ticket>;

export const aTicket = (overrides: Partial<Ticket> = {}): Ticket => ({
  ...EMPTY,
  ...PAYABLE,
  violationType: "Speeding",
  lawyerPrice: "75.00",
  mayHireLawyer: true,
  awaitsLawyer: false,
  location: "Main St",
  points: 0,
  category: "traffic",
  status: "Fine",
  isDisputed: false,
  isOwnFormSent: false,
  isCourtRequired: false,
  ...overrides,
});

/** Returns the court appearance that a ticket requires. */
export const anAppearance = (ticket: Ticket): CourtAppearance => ({
  ticketId: ticket.id,
  violationType: ticket.violationType,
  courtDate: ticket.courtDate,
  courtTime: ticket.courtTime,
});

export const aParking = (overrides: Partial<Parking> = {}): Parking => ({
  ...PAYABLE,
  violationType: "Expired meter",
  isDueDateOurs: false,
  city: null,
  location: "Congress Ave",
  status: "Unpaid",
  isDisputed: false,
  letterSentOn: null,
  isOwnFormSent: false,
  ...overrides,
});

export const aToll = (overrides: Partial<Toll> = {}): Toll => ({
  ...PAYABLE,
  tollRoad: "I-95 Express",
  timeOfDay: null,
  status: "Unpaid",
  isDisputed: false,
  letterSentOn: null,
  isOwnFormSent: false,
  ...overrides,
});
