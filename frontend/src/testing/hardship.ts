import type { HardshipRequest } from "@/api/types";
import { USER } from "./sampleRecords";

export const aHardshipRequest = (overrides: Partial<HardshipRequest> = {}): HardshipRequest => ({
  id: 7,
  kind: "ticket",
  itemId: 1,
  userId: USER.id,
  label: "Speeding",
  date: "2026-11-01",
  itemAmount: "$150",
  citationNumber: "AB-10",
  issuer: "City of Austin",
  need: "smaller_payments",
  amount: "40.00",
  payBy: null,
  situation: "out_of_work",
  askedAt: "2026-11-28T10:00:00Z",
  answer: null,
  answeredAt: null,
  version: 1,
  ...overrides,
});
