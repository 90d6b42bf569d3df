import { describe, expect, it } from "vitest";
import { ApiError, NetworkError, withTimeout } from "@/api/client";
import { classifyStartFailure, describeOutage, type StartFailure } from "./startFailure";

const apiError = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, "", JSON.stringify(body));

describe("a payment that failed to start", () => {
  it.each<[string, unknown, StartFailure]>([
    [
      "the amount changed",
      apiError(409, { code: "amount_changed", message: "…", amount: "175.50" }),
      { kind: "amountChanged", cents: 175_50 },
    ],
    ["already paid", apiError(409, { code: "already_paid" }), { kind: "alreadyPaid" }],
    [
      "processing at the bank",
      apiError(402, { code: "payment_processing" }),
      { kind: "processing" },
    ],
    [
      "legal help not offered in this state",
      apiError(409, { code: "legal_help_not_offered", message: "Not available in Texas." }),
      { kind: "refused", message: "Not available in Texas." },
    ],
    [
      "an earlier payment is being checked",
      apiError(409, { code: "payment_being_checked", message: "We are checking a payment." }),
      { kind: "refused", message: "We are checking a payment.", isEarlierCharged: true },
    ],
    [
      "an earlier payment was too small",
      apiError(409, { code: "paid_too_little", message: "We are refunding your payment." }),
      { kind: "refused", message: "We are refunding your payment.", isEarlierCharged: true },
    ],
    [
      "paid twice",
      apiError(409, { code: "paid_twice", message: "We are refunding your payment." }),
      { kind: "refused", message: "We are refunding your payment.", isEarlierCharged: true },
    ],
    ["not found", apiError(404, { code: "not_found" }), { kind: "notFound" }],
    [
      "nothing to pay",
      apiError(422, {
        code: "validation",
        message: "Check",
        fields: { itemId: "Nothing to pay." },
      }),
      { kind: "refused", message: "Nothing to pay." },
    ],
    [
      "payment provider down",
      apiError(503, {
        code: "payment_provider_down",
        message: "Not answering.",
        requestId: "4f3a2c1b-0d5e",
      }),
      { kind: "down", message: "Not answering.", reference: "4f3a2c1b" },
    ],
    [
      "network failure",
      new NetworkError("down"),
      {
        kind: "down",
        message: "Nothing was lost. Check your connection and try again.",
        reference: null,
      },
    ],
    [
      "unreadable response",
      new Error("invalid shape"),
      {
        kind: "down",
        message:
          "We couldn’t read the server’s response. Nothing was lost. Please try again, or reload the page.",
        reference: null,
      },
    ],
    [
      "server failure without a message",
      apiError(502, {}),
      {
        kind: "down",
        message:
          "Something went wrong on our side. Nothing was lost. Please try again in a moment.",
        reference: null,
      },
    ],
    [
      "the amount changed, but the new one can't be read",
      apiError(409, { code: "amount_changed", message: "m", amount: null }),
      { kind: "down", message: "m", reference: null },
    ],
  ])("classifies why a payment failed to start: %s", (_name, error, expected) => {
    expect(classifyStartFailure(error)).toEqual(expected);
  });

  it("describes a 404 in a text that makes sense without a title", () => {
    expect(describeOutage(apiError(404, {}))).toMatchObject({
      message: "We couldn’t find this. It may have been removed, or the link may be incorrect.",
    });
  });

  it("treats a response that takes too long as a network failure", async () => {
    const late = withTimeout(new Promise(() => {}), 1);
    await expect(late).rejects.toBeInstanceOf(NetworkError);
  });
});
