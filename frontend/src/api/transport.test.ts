import { afterEach, describe, expect, it, vi } from "vitest";
import { call, send } from "./transport";

afterEach(() => vi.unstubAllGlobals());

describe("a generated API call", () => {
  it("reads no body from a 204 response", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
    const request = { method: "DELETE", url: "/api/admin/proofs/{id}", path: { id: 3 } } as const;
    expect(await send(request)).toBeUndefined();
  });

  it("rejects a response that doesn't match its schema", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ id: 3 }));
    const schema = { parseAsync: async () => Promise.reject(new Error("another shape")) };
    await expect(call("GET", "/api/x", schema)).rejects.toThrow("another shape");
  });
});
