// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiFetch } from "@/api/client";
import { USER } from "@/testing/sampleRecords";
import { endSessionOn401, logOut, startSession } from "./auth";
import { loadSession } from "./session";

const stubResponse = (status: number, body: string) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("the session", () => {
  it("ends the session after a 401 response, but not after an incorrect password or code or an expired login", async () => {
    endSessionOn401();
    await startSession(USER);
    for (const code of ["invalid_credentials", "code_refused", "login_over"]) {
      stubResponse(401, JSON.stringify({ code }));
      await expect(apiFetch("/api/authenticate")).rejects.toMatchObject({ code });
      expect(loadSession()).not.toBeNull();
    }
    for (const code of ["unauthenticated", "too_many_codes"]) {
      await startSession(USER);
      stubResponse(401, JSON.stringify({ code }));
      await expect(apiFetch("/api/tickets/1")).rejects.toMatchObject({ code });
      expect(loadSession()).toBeNull();
    }
  });

  it("deletes stored drafts at logout, but keeps the privacy choice and keys without our prefix", async () => {
    await startSession(USER);
    for (const store of [localStorage, sessionStorage]) {
      for (const key of ["lanewise.desk.figures", "lanewise.chat.7", "lanewise.signup.draft"])
        store.setItem(key, "typed");
      store.setItem("lanewise.privacy", "declined");
      store.setItem("another-site.key", "theirs");
    }
    stubResponse(200, "{}");
    await logOut();
    for (const store of [localStorage, sessionStorage])
      expect(Object.keys(store).sort()).toEqual(["another-site.key", "lanewise.privacy"]);
  });
});
