// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { mutate } from "swr";
import { afterEach, expect, it } from "vitest";
import { SESSION_KEY } from "@/api/keys";
import { clearSession } from "@/parts/accounts/session";
import { setUnseenReplies, countUnseenReplies } from "@/parts/help";
import { openScreen, serve } from "@/testing/openScreen";
import { Help } from "./Help";

afterEach(cleanup);

it("clears the count of unread replies at logout", async () => {
  serve(() => ({ status: 401, body: {} }));
  openScreen(<Help />);
  act(() => setUnseenReplies(2));
  expect(countUnseenReplies()).toBe(2);
  await act(async () => {
    clearSession();
    await mutate(SESSION_KEY, undefined, { revalidate: false });
  });
  expect(countUnseenReplies()).toBe(0);
});
