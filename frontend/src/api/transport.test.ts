import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "./transport";

afterEach(() => vi.unstubAllGlobals());

describe("a generated API call", () => {
  it("rejects a response that doesn't match its schema", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ id: 3 }));
    const schema = { parseAsync: async () => Promise.reject(new Error("another shape")) };
    await expect(call("GET", "/api/x", schema)).rejects.toThrow("another shape");
  });
});
