// @vitest-environment jsdom
import { expect, it } from "vitest";
import { serve } from "@/testing/openScreen";
import { getNextChat } from "./calls";

const chat = (waitingSince: string | null) => ({
  id: 7,
  userId: 3,
  type: "chat",
  status: "pending",
  message: "Hello",
  phoneNumber: null,
  createdAt: "2026-11-20T10:00:00Z",
  resolvedAt: null,
  isSeenByAdmin: true,
  isSolved: false,
  desk: { assignedTo: null, isUnread: false, lastSaid: null, waitingSince },
});

it.each([
  ["2026-11-20T10:00:00Z", 7],
  [null, undefined],
])(
  "offers the next chat only if its driver is waiting for a reply (waiting since %s)",
  async (since, id) => {
    serve(() => ({ body: [chat(since)] }));
    expect((await getNextChat())?.id).toBe(id);
  },
);
