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

  it("says why a blocked address gets nothing", () => {
    const body = JSON.stringify({ code: "address_blocked", message: "Not from here." });
    const words = failureWords(new ApiError(403, "", body));
    expect(words).toMatchObject({ text: "Not from here.", mayRetry: false });
  });

  it("may be tried again when nobody answered, and says to look at the connection", () => {
    const words = failureWords(new NetworkError("gone"), "The list didn’t load");
    expect(words).toMatchObject({ title: "The list didn’t load", mayRetry: true });
    expect(words.text).toMatch(/connection/);
  });

  it.each([503, 500, 429])("may be tried again after %i, which is no lost connection", (status) => {
    expect(refused(status)).toMatchObject({ title: "This didn’t load", mayRetry: true });
    expect(refused(status).text).toMatch(/on our side/);
  });
});
