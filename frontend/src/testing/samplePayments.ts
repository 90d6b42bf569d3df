import type { Obligation, PaymentTransaction, Remittance } from "@/api/types";

/** A completed payment of a ticket. */
export const aTransaction = (overrides: Partial<PaymentTransaction> = {}): PaymentTransaction => ({
  id: 1,
  userId: 3,
  ticketId: 7,
  itemId: 7,
  paymentType: "traffic_ticket",
  violationType: "Speeding",
  amount: "150.00",
  refunded: "0.00",
  paymentId: 9,
  processingFee: "2.99",
  ourFee: "2.99",
  confirmationNumber: "CONF-23456789AB",
  createdAt: "2026-11-20T10:00:00Z",
  recordedAt: "2026-11-20T10:00:00Z",
  status: "Completed",
  ...overrides,
});

const PAYEE = { kind: "authority", id: 3, name: "City of Houston" } as const;

/** A remittance that staff haven't sent yet. */
export const aRemittance = (overrides: Partial<Remittance> = {}): Remittance => ({
  id: 7,
  payee: PAYEE,
  trustAccount: null,
  status: "prepared",
  payments: 2,
  amount: "110.00",
  leftOutPayments: 1,
  leftOutAmount: "40.00",
  downloadedAt: null,
  preparedAt: "2026-11-03T11:00:00Z",
  sentOn: null,
  reference: null,
  acceptedOn: null,
  ...overrides,
});

/** The money of a payment that is in the remittance of `aRemittance`. */
export const anObligation = (overrides: Partial<Obligation> = {}): Obligation => ({
  paymentId: 5,
  remittanceId: 7,
  userId: 2,
  driverName: "Ann Lee",
  type: "parking",
  itemId: 8,
  label: "No parking",
  payee: PAYEE,
  issuer: "City of Houston",
  number: "P-4711",
  confirmationNumber: "CONF-23456789AB",
  status: "prepared",
  amount: "150.00",
  toRecover: "0.00",
  withPayee: "0.00",
  chargedAt: "2026-11-01T12:00:00Z",
  sendBy: "2026-11-04",
  lateness: null,
  isHeldBack: false,
  acceptedOn: null,
  ...overrides,
});
