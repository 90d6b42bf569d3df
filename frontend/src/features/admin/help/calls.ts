import * as staff from "@/api/generated/staff/sdk.gen";

export const postInquirySeen = (id: number) => staff.markInquirySeen({ path: { id } });
/**
 * Assigns an inquiry to a staff member; to no one if `assignee` is null. The server refuses the
 * call if a colleague has changed the assignee since the page showed `shownAssignee`.
 */
export const patchAssignee = (id: number, assignee: number | null, shownAssignee: number | null) =>
  staff.assignInquiry({ path: { id }, body: { assigneeId: assignee, from: shownAssignee } });

export const TEMPLATES = "/api/admin/reply-templates";
export const getTemplates = () => staff.listTemplates();
export const postTemplate = (body: { title: string; message: string }) =>
  staff.createTemplate({ body });
export const patchTemplate = (
  id: number,
  body: { title: string; message: string; version: number },
) => staff.changeTemplate({ path: { id }, body });
export const deleteTemplate = (id: number) => staff.removeTemplate({ path: { id } });

export const patchInquiryResolved = (id: number) =>
  staff.resolveInquiry({ path: { id }, body: { status: "resolved" } });
