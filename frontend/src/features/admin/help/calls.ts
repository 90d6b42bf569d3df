import * as staff from "@/api/generated/staff/sdk.gen";

export const postSeen = (id: number) => staff.seeInquiry({ path: { id } });
/** The server refuses the call if a colleague has changed the assignee since the page showed it. */
export const patchAssignee = (id: number, assignee: number | null, shownAssignee: number | null) =>
  staff.assignInquiry({ path: { id }, body: { assigneeId: assignee, from: shownAssignee } });

export const TEMPLATES = "/api/admin/reply-templates";
export const getTemplates = () => staff.listTemplates();
export const postTemplate = (body: { title: string; message: string }) =>
  staff.keepTemplate({ body });
export const patchTemplate = (
  id: number,
  body: { title: string; message: string; version: number },
) => staff.changeTemplate({ path: { id }, body });
export const deleteTemplate = (id: number) => staff.removeTemplate({ path: { id } });

export const patchInquiryResolved = (id: number) =>
  staff.resolveInquiry({ path: { id }, body: { status: "resolved" } });
