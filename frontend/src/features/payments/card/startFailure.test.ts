import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { type StartFailure, classifyStartFailure } from "./startFailure";

const answer = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, "", JSON.stringify(body));

describe("a payment that failed to start", () => {
  it.each<[string, unknown, StartFailure]>([
    [
      "the amount changed",
      answer(409, { code: "amount_changed", message: "…", amount: "175.50" }),
      { kind: "amountChanged", cents: 175_50 },
    ],
    ["already paid", answer(409, { code: "already_paid" }), { kind: "alreadyPaid" }],
    ["processing at the bank", answer(402, { code: "payment_processing" }), { kind: "processing" }],
    [
      "legal help not offered in this state",
      answer(409, { code: "legal_help_not_offered", message: "Not available in Texas." }),
      { kind: "refused", message: "Not available in Texas." },
    ],
    [
      "an earlier payment is being checked",
      answer(409, { code: "payment_being_checked", message: "We are checking a payment." }),
      { kind: "refused", message: "We are checking a payment." },
    ],
    ["not found", answer(404, { code: "not_found" }), { kind: "notFound" }],
    [
      "nothing to pay",
      answer(422, { code: "validation", message: "Check", fields: { itemId: "Nothing to pay." } }),
      { kind: "refused", message: "Nothing to pay." },
    ],
    [
      "payment provider down",
      answer(503, {
        code: "payment_provider_down",
        message: "Not answering.",
        requestId: "4f3a2c1b-0d5e",
      }),
      { kind: "down", message: "Not answering.", reference: "4f3a2c1b" },
    ],
    ["network failure", new NetworkError("down"), { kind: "down", message: null }],
    [
      "the amount changed, but the new one can't be read",
      answer(409, { code: "amount_changed", message: "m", amount: null }),
      { kind: "down", message: "m", reference: null },
    ],
  ])("is explained: %s", (_name, error, expected) => {
    expect(classifyStartFailure(error)).toEqual(expected);
  });
});
