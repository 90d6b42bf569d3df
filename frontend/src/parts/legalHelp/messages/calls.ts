import { zCaseCorrespondence, zUnreadMessages } from "@/api/generated/cases/zod.gen";
import type { CaseCorrespondence, UnreadMessages } from "@/api/types";
import { call } from "@/api/transport";
import { upload } from "@/api/upload";

/** The kind of user who makes a call. Drivers, lawyers and staff have their own paths. */
export type Side = "driver" | "lawyer" | "staff";

/**
 * Start of the paths of a user's calls. The end of a path is the same for drivers, lawyers and staff,
 * so one function per call is enough.
 */
const BASE_PATHS: Record<Side, string> = {
  driver: "/api/lawyer-cases",
  lawyer: "/api/lawyer/cases",
  staff: "/api/admin/cases",
};

export const messagesKey = (side: Side, id: number) => [BASE_PATHS[side], id, "messages"] as const;
export const getMessages = (side: Side, id: number) =>
  call<CaseCorrespondence>("GET", `${BASE_PATHS[side]}/{id}/messages`, zCaseCorrespondence, {
    path: { id },
  });
export const postMessage = (side: Side, id: number, text: string) =>
  call<CaseCorrespondence>("POST", `${BASE_PATHS[side]}/{id}/messages`, zCaseCorrespondence, {
    path: { id },
    body: { text },
  });
/** Marks messages as read, up to the last one that was shown. Returns how many are still unread in all cases. */
export const postMessagesRead = (side: Side, id: number, lastMessageId: number) =>
  call<UnreadMessages>("POST", `${BASE_PATHS[side]}/{id}/messages/read`, zUnreadMessages, {
    path: { id },
    body: { lastMessageId },
  });

/** Key of the number of unread messages in all cases, which the navigation shows. */
export const unreadKey = (side: Side) => `${BASE_PATHS[side]}/unread`;
export const getUnreadCount = (side: Side) =>
  call<UnreadMessages>("GET", `${BASE_PATHS[side]}/unread`, zUnreadMessages);

export const deleteFile = (side: Side, id: number) =>
  call<CaseCorrespondence>("DELETE", `${BASE_PATHS[side]}/files/{id}`, zCaseCorrespondence, {
    path: { id },
  });

export const fileUrl = (side: Side, id: number) => `${BASE_PATHS[side]}/files/${id}`;
/** Uploads the raw file; the server detects its type. */
export async function postFile(
  side: Side,
  id: number,
  file: File,
  onProgress: (sent: number) => void,
): Promise<void> {
  const query = new URLSearchParams({ fileName: file.name });
  const { signal } = new AbortController();
  const options = { type: "application/octet-stream", onProgress, signal };
  await upload(`${BASE_PATHS[side]}/${id}/files?${query}`, file, options);
}
