import { afterEach, describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import {
  clearReference,
  readStoredReference,
  storeReference,
  formatReferenceLine,
  referenceOf,
} from "./failureReference";
import { failureText } from "./forms/useSubmit";

const apiError = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, "", JSON.stringify(body));
const ID = "4f3a2c1b-0d5e-4f6a-8b7c-9d0e1f2a3b4c";

afterEach(clearReference);

describe("the reference of an error", () => {
  it("uses the start of the request id as the reference when our server failed", () => {
    expect(referenceOf(apiError(503, { requestId: ID }))).toBe("4f3a2c1b");
  });

  it.each<[string, unknown]>([
    ["a rejected request", apiError(409, { requestId: ID })],
    ["a response without a request id", apiError(502, {})],
    ["a request without a response", new NetworkError("gone")],
  ])("has no reference for %s", (_name, error) => {
    expect(referenceOf(error)).toBeNull();
  });

  it("stores the reference for ten minutes, or until a help request uses it", () => {
    storeReference("4f3a2c1b", 1_000);
    expect(readStoredReference(1_000 + 599_000)).toBe("4f3a2c1b");
    expect(readStoredReference(1_000 + 600_000)).toBeNull();
    clearReference();
    expect(readStoredReference(1_000)).toBeNull();
  });

  it("adds the reference to a form's error text, and stores it", () => {
    const words = failureText(apiError(503, { message: "Please try again.", requestId: ID }));
    expect(words).toBe("Please try again. Reference 4f3a2c1b");
    expect(readStoredReference()).toBe("4f3a2c1b");
    expect(failureText(apiError(409, { message: "Taken.", requestId: ID }))).toBe("Taken.");
  });

  it("formats the reference as the last line of a help request, if there is a reference", () => {
    expect(formatReferenceLine("4f3a2c1b")).toBe("\n\nReference 4f3a2c1b");
    expect(formatReferenceLine(null)).toBe("");
  });
});
