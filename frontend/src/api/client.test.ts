import { describe, expect, it, vi } from "vitest";
import { ApiError, apiFetch, call, NetworkError, onUnauthorized } from "./client";

function answer(status: number, body: string, statusText = "") {
  const fetch = vi.fn(async (_input: unknown, _init?: RequestInit) => {
    return new Response(body, { status, statusText });
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("it should have failed");
    },
    (error: unknown) => error,
  );
}

describe("call", () => {
  it("sends cookies, and a content type only with a payload", async () => {
    const fetch = answer(200, "{}");
    await call("GET", "/api/config");
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: "same-origin", method: "GET" });
    expect(fetch.mock.calls[0]?.[1]?.headers).not.toHaveProperty("content-type");
    expect(fetch.mock.calls[0]?.[1]?.body).toBeUndefined();
    await call("POST", "/api/users", { email: "a@b.test" });
    expect(fetch.mock.calls[1]?.[1]).toMatchObject({
      headers: { "content-type": "application/json" },
      body: '{"email":"a@b.test"}',
    });
  });

  it("answers with the parsed body of any success", async () => {
    answer(201, '{"id":7}');
    expect(await call("POST", "/api/users", {})).toEqual({ id: 7 });
  });
});

describe("failures", () => {
  it("carry status, body text and what the body says", async () => {
    const body =
      '{"code":"invalid","message":"A field is wrong","fields":{"email":"Not an e-mail"},"requestId":"r1"}';
    answer(422, body, "Unprocessable Entity");
    const error = await failure(call("POST", "/api/users", {}));
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

  it("say the status text when the body is empty", async () => {
    answer(503, "", "Service Unavailable");
    expect(await failure(call("GET", "/api/users"))).toMatchObject({
      message: "503: Service Unavailable",
      code: null,
      fields: {},
    });
  });

  it.each(["<html>Bad gateway</html>", "null", '"text"', '{"fields":null}'])(
    "survive a body that is not ours: %s",
    async (body) => {
      answer(502, body);
      expect(await failure(call("GET", "/x"))).toMatchObject({
        message: `502: ${body}`,
        detail: null,
        fields: {},
      });
    },
  );

  it("tell a network failure from an answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
    expect(await failure(call("GET", "/x"))).toBeInstanceOf(NetworkError);
  });

  it("end the session on 401, but not for a wrong password", async () => {
    const ended = vi.fn();
    onUnauthorized(ended);
    answer(401, '{"code":"invalid_credentials","message":"no"}');
    await failure(call("POST", "/api/authenticate", {}));
    expect(ended).not.toHaveBeenCalled();
    answer(401, '{"code":"unauthenticated"}');
    await failure(apiFetch("/api/tickets/1"));
    expect(ended).toHaveBeenCalledOnce();
  });
});
