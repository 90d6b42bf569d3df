import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/client";
import { addConflictMessage } from "./conflictMessage";

const failed = (status: number) =>
  new ApiError(status, "", JSON.stringify({ code: "some_code", message: "Ann changed this." }));

describe("a text about refused changes", () => {
  it.each([
    [
      "Failed to update lawyer hire status.",
      "Failed to update lawyer hire status. Ann changed this.",
    ],
    ["Failed to update report status", "Failed to update report status. Ann changed this."],
  ])("adds the server's message about a colleague's change: %s", (text, expected) => {
    expect(addConflictMessage(text, [failed(500), failed(409)])).toBe(expected);
  });

  it("adds nothing to the text if no call failed because of a colleague's change", () => {
    expect(
      addConflictMessage("Failed to update report status", [failed(500), new Error("no")]),
    ).toBe("Failed to update report status");
  });
});
