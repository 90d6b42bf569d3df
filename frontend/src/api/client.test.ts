import { describe, expect, it, vi } from "vitest";
import { postAuthenticate, postLogout, postUser } from "@/parts/accounts/calls";
import { getTickets, getUser, getUsers } from "@/parts/drivingRecord/calls";
import { USER } from "@/testing/sampleRecords";
import { ApiError, apiFetch, NetworkError, errorHandlers } from "./client";
import type { SignUpBody } from "./types";

function stubFetch(status: number, body: string, statusText = "") {
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => {
    return new Response(body, { status, statusText });
  });
  vi.stubGlobal("fetch", fetch);
  return {
    address: () => fetch.mock.calls[0]?.[0],
    init: () => fetch.mock.calls[0]?.[1],
  };
}

async function catchError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("it should have failed");
    },
    (error: unknown) => error,
  );
}

describe("an API call", () => {
  it("sends cookies, and sends a content type only with a body", async () => {
    const plain = stubFetch(200, "{}");
    await postLogout();
    expect(plain.init()).toMatchObject({ credentials: "same-origin", method: "POST" });
    expect(plain.init()?.headers).not.toHaveProperty("content-type");
    expect(plain.init()?.body).toBeUndefined();

    const loaded = stubFetch(200, JSON.stringify(USER));
    await postAuthenticate({ email: "a@b.test", password: "x" });
    expect(loaded.init()?.headers).toHaveProperty("content-type", "application/json");
    expect(loaded.init()?.body).toBe('{"email":"a@b.test","password":"x"}');
  });

  it("puts ids and the search text into the URL", async () => {
    const one = stubFetch(200, JSON.stringify(USER));
    expect(await getUser(7)).toMatchObject({ id: 3, username: "alex" });
    expect(one.address()).toBe("/api/users/7");
    const many = stubFetch(200, "[]");
    await getUsers("o'neil & co");
    expect(many.address()).toBe("/api/users?q=o%27neil+%26+co&limit=20");
    const tickets = stubFetch(200, "[]");
    await getTickets(7, 1);
    expect(tickets.address()).toBe("/api/tickets/7?requestedBy=1");
  });

  it("accepts unknown enum values and fields, but rejects a response of another shape", async () => {
    stubFetch(200, JSON.stringify({ ...USER, role: "auditor", licenseStatus: "new", later: 1 }));
    expect(await getUser(7)).toMatchObject({ role: "auditor" });
    stubFetch(200, JSON.stringify({ ...USER, id: "seven" }));
    expect(await catchError(getUser(7))).toMatchObject({ name: "$ZodError" });
  });
});

describe("a failed call", () => {
  it("throws an error with the status, the body text and the fields of the error body", async () => {
    const body =
      '{"code":"invalid","message":"A field is wrong","fields":{"email":"Not an e-mail"},"requestId":"r1"}';
    stubFetch(422, body, "Unprocessable Entity");
    const error = await catchError(postUser({} as SignUpBody));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: `422: ${body}`,
      status: 422,
      code: "invalid",
      detail: "A field is wrong",
      fields: { email: "Not an e-mail" },
      requestId: "r1",
    });
  });

  it("uses the status text in the error when the body is empty", async () => {
    stubFetch(503, "", "Service Unavailable");
    expect(await catchError(getUsers(""))).toMatchObject({
      message: "503: Service Unavailable",
      code: null,
      fields: {},
    });
  });

  it.each(["<html>Bad gateway</html>", "null", '"text"', '{"fields":null}'])(
    "throws an error with the raw body if the body is not in our error format: %s",
    async (body) => {
      stubFetch(502, body);
      expect(await catchError(getUser(1))).toMatchObject({
        message: `502: ${body}`,
        detail: null,
        fields: {},
      });
    },
  );

  it("throws a NetworkError when the network fails", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
    expect(await catchError(getUser(1))).toBeInstanceOf(NetworkError);
  });

  it("retries a failed call once if an error handler reports that it removed the cause", async () => {
    const onError = vi.fn(async (_error: ApiError) => onError.mock.calls.length === 1);
    errorHandlers.add(onError);
    const bodies: unknown[] = [];
    vi.stubGlobal("fetch", async (_address: string, init?: RequestInit) => {
      bodies.push(init?.body);
      return new Response('{"code":"confirm_it_is_you"}', { status: 403 });
    });
    const error = await catchError(apiFetch("/api/x", { method: "POST", body: "typed" }));
    expect(error).toMatchObject({ status: 403, code: "confirm_it_is_you" });
    expect(bodies).toEqual(["typed", "typed"]);
    expect(onError).toHaveBeenCalledTimes(2);
    errorHandlers.delete(onError);
  });
});
