import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { describeFailure } from "./failure";

const failureOf = (status: number) => describeFailure(new ApiError(status, "", ""));

describe("the error of a screen that failed to load", () => {
  it.each([
    [403, "This belongs to someone else"],
    [404, "We couldn’t find this"],
  ])("explains the status %i and offers no retry", (status, title) => {
    expect(failureOf(status)).toMatchObject({ title, mayRetry: false });
    expect(failureOf(status).text).not.toMatch(/connection/);
  });

  it("explains a blocked address and offers no retry", () => {
    const body = JSON.stringify({ code: "address_blocked", message: "Not from here." });
    const words = describeFailure(new ApiError(403, "", body));
    expect(words).toMatchObject({ text: "Not from here.", mayRetry: false });
  });

  it("offers a retry without a response, and mentions the connection", () => {
    const words = describeFailure(new NetworkError("gone"), "The list didn’t load");
    expect(words).toMatchObject({ title: "The list didn’t load", mayRetry: true });
    expect(words.text).toMatch(/connection/);
  });

  it.each([503, 500, 429])(
    "offers a retry after the status %i, and says the problem is on our side",
    (status) => {
      expect(failureOf(status)).toMatchObject({ title: "This didn’t load", mayRetry: true });
      expect(failureOf(status).text).toMatch(/on our side/);
    },
  );
});
