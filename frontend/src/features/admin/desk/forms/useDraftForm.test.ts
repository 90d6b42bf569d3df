import { expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { describeFailure } from "./useDraftForm";

const apiError = (status: number, body: Record<string, unknown>) =>
  new ApiError(status, "", JSON.stringify(body));

it.each([
  ["no response", new NetworkError("down"), "We couldn’t reach Lanewise. Nothing was lost."],
  ["a refusal", apiError(400, {}), "That didn’t work. Please try again."],
  ["a server failure", apiError(502, {}), /^We couldn’t tell whether that worked/],
  ["a message", apiError(409, { message: "Already paid." }), "Already paid."],
  [
    "errors of fields",
    apiError(422, { message: "Check the fields.", fields: { plate: "Too long." } }),
    "Check the fields.",
  ],
])("explains a failed call: %s", (_what, error, text) => {
  expect(describeFailure(error)).toMatch(text);
});
