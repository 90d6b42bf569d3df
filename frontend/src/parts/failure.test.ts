import { describe, expect, it } from "vitest";
import { ApiError, NetworkError } from "@/api/client";
import { failureWords } from "./failure";

const refused = (status: number) => failureWords(new ApiError(status, "", ""));

describe("a screen that did not load", () => {
  it.each([
    [403, "This belongs to someone else"],
    [404, "There is nothing here"],
  ])("says what %i is, and offers no second try", (status, title) => {
    expect(refused(status)).toMatchObject({ title, mayRetry: false });
    expect(refused(status).text).not.toMatch(/connection/);
  });

  it.each([new NetworkError("gone"), new ApiError(503, "", ""), new ApiError(500, "", "")])(
    "may be tried again after %s",
    (error) => {
      const words = failureWords(error, "The list didn’t load");
      expect(words).toMatchObject({ title: "The list didn’t load", mayRetry: true });
      expect(words.text).toMatch(/connection/);
    },
  );
});
