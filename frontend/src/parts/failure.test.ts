import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { call } from "@/api/transport";
import { CODE_LOAD_TEXT, CodeLoadError } from "@/lib/lazy/CodeLoadError";
import { describeFailure, describeFailureWithoutTitle } from "./failure";

const failureOf = (status: number) => describeFailure(new ApiError(status, "", ""));

/** Returns the error of a call whose response has this body. The schema rejects every body. */
const errorOfResponse = (body: BodyInit): Promise<unknown> => {
  vi.stubGlobal("fetch", async () => new Response(body));
  const schema = { parseAsync: async () => Promise.reject(new Error("invalid shape")) };
  return call("GET", "/api/x", schema).catch((error: unknown) => error);
};

/** A body whose connection is lost after the first bytes. */
const brokenBody = () =>
  new ReadableStream({
    start: (body) => body.enqueue(new TextEncoder().encode('{"id":')),
    pull: (body) => body.error(new TypeError("terminated")),
  });

afterEach(() => vi.unstubAllGlobals());

describe("the error of a screen that failed to load", () => {
  it.each([
    [403, "You don’t have access to this"],
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

  it("offers a retry if there was no response, and mentions the connection", () => {
    const words = describeFailure(new NetworkError("gone"), "The list didn’t load");
    expect(words).toMatchObject({ title: "The list didn’t load", mayRetry: true });
    expect(words.text).toMatch(/connection/);
  });

  it.each([
    ["doesn’t match its schema", "{}"],
    ["isn’t JSON", "<!doctype html>"],
  ])(
    "says that a response that %s couldn’t be read, and doesn’t mention the connection",
    async (_name, body) => {
      const words = describeFailure(await errorOfResponse(body));
      expect(words).toMatchObject({ title: "This didn’t load", mayRetry: true });
      expect(words.text).toMatch(/^We couldn’t read the server’s response\. Nothing was lost\./);
      expect(words.text).not.toMatch(/connection/);
    },
  );

  it("mentions neither the connection nor a response if the page’s code didn’t load", () => {
    const words = describeFailure(new CodeLoadError());
    expect(words).toMatchObject({ text: CODE_LOAD_TEXT, mayRetry: true });
    expect(words.text).not.toMatch(/connection|response/);
  });

  it("mentions the connection if the response was cut off", async () => {
    const words = describeFailure(await errorOfResponse(brokenBody()));
    expect(words.text).toMatch(/connection/);
  });

  it.each([503, 500])(
    "offers a retry after the status %i, and says the problem is on our side",
    (status) => {
      expect(failureOf(status)).toMatchObject({ title: "This didn’t load", mayRetry: true });
      expect(failureOf(status).text).toMatch(/on our side/);
    },
  );

  it.each([
    [429, { code: "too_many_requests", message: "Please wait 2 minutes." }],
    [403, { code: "confirm_it_is_you", message: "Please confirm it’s you." }],
    [409, { code: "consent_needed", message: "The driver hasn’t allowed this." }],
  ])("shows the server's reason for the status %i, and offers a retry", (status, body) => {
    const words = describeFailure(new ApiError(status, "", JSON.stringify(body)));
    expect(words).toEqual({ title: "This didn’t load", text: body.message, mayRetry: true });
  });

  it("shows the server's reason for refusing a field", () => {
    const body = { message: "Check the fields.", fields: { month: "Choose a month." } };
    const words = describeFailure(new ApiError(422, "", JSON.stringify(body)));
    expect(words.text).toBe("Choose a month.");
  });

  it("blames neither our side nor the connection for a refused request without a reason", () => {
    expect(failureOf(429)).toMatchObject({ mayRetry: true });
    expect(failureOf(429).text).not.toMatch(/our side|connection/);
  });
});

describe("the text of an error without a title", () => {
  it.each([
    [403, /^You don’t have access to this\. If you think/],
    [404, /^We couldn’t find this\. It may have been removed/],
    [503, /^Something went wrong on our side\./],
  ])("explains the status %i without needing a title", (status, text) => {
    expect(describeFailureWithoutTitle(new ApiError(status, "", ""))).toMatch(text);
  });

  it("says that the network is blocked, with the server's reason", () => {
    const body = JSON.stringify({ code: "address_blocked", message: "Not from here." });
    expect(describeFailureWithoutTitle(new ApiError(403, "", body))).toBe(
      "Not available from your network right now. Not from here.",
    );
  });
});
