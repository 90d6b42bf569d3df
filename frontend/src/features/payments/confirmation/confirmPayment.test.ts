import { describe, expect, it, vi } from "vitest";
import { aTransaction } from "@/testing/samplePayments";
import { confirmPayment } from "./confirmPayment";

const RECORD = {
  ...aTransaction(),
  afterwards: {
    card: null,
    citationNumber: null,
    issuer: null,
    trail: null,
    place: null,
    left: 0,
    nextDueDate: null,
  },
};
const processing = () => refuse(402, "payment_processing");
const refuse = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: "…", requestId: "r" }), { status });
const success = () => new Response(JSON.stringify(RECORD), { status: 201 });

function stubServer(...answers: (() => Response)[]) {
  const fetch = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (!next) throw new Error("nothing to answer");
    return next();
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const NOW = [0, 0, 0];

describe("the confirmation request", () => {
  it("repeats the request while the bank is processing the payment", async () => {
    const fetch = stubServer(processing, processing, success);
    const record = await confirmPayment(false, "pi_1", NOW);
    expect(record).toMatchObject({ kind: "transaction", transaction: { id: 1 } });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it("fails if the payment is still processing after the last retry", async () => {
    const fetch = stubServer(processing);
    await expect(confirmPayment(false, "pi_1", NOW)).rejects.toMatchObject({
      code: "payment_processing",
    });
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it.each([
    [402, "not_paid"],
    [409, "paid_twice"],
    [403, "forbidden"],
  ])("does not repeat the request after %d %s", async (status, code) => {
    const fetch = stubServer(() => refuse(status, code));
    await expect(confirmPayment(false, "pi_1", NOW)).rejects.toMatchObject({ code });
    expect(fetch).toHaveBeenCalledOnce();
  });

  it("repeats the request only once after a server error", async () => {
    const down = () => refuse(503, "database_down");
    const fetch = stubServer(down, success);
    expect(await confirmPayment(false, "pi_1", NOW)).toMatchObject({ kind: "transaction" });
    expect(fetch).toHaveBeenCalledTimes(2);
    const dead = stubServer(down);
    await expect(confirmPayment(false, "pi_1", NOW)).rejects.toMatchObject({ status: 503 });
    expect(dead).toHaveBeenCalledTimes(2);
  });
});
