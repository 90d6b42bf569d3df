import { afterEach, describe, expect, it, vi } from "vitest";
import { client } from "./transport";

afterEach(() => vi.unstubAllGlobals());

describe("a generated API call", () => {
  it("reads no body from a 204 response", async () => {
    vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
    const validated: unknown[] = [];
    const responseValidator = async (data: unknown) => validated.push(data);
    await client.delete({ url: "/api/admin/proofs/{id}", path: { id: 3 }, responseValidator });
    expect(validated).toEqual([undefined]);
  });

  it("rejects a response that doesn't match its schema", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ id: 3 }));
    const response = client.get({
      url: "/api/x",
      responseValidator: async () => Promise.reject(new Error("another shape")),
    });
    await expect(response).rejects.toThrow("another shape");
  });
});
