import * as payments from "@/api/generated/payments/sdk.gen";
import * as main from "@/api/generated/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import type { ListCall, SumsCall } from "@/api/listed";
import type { HireStatus, HireSummary, LawyerHire } from "@/api/types";

export const HIRES: ListCall<LawyerHire> = {
  address: "/api/lawyer-hires",
  read: (client, query) => main.listHires({ client, query }),
};
export const HIRE_SUMS: SumsCall<HireSummary> = {
  address: "/api/admin/lawyer-hires/summary",
  read: () => staff.hireSummary(),
};

export const patchSeen = (id: number) => staff.markHireSeen({ path: { id } });
/** `from` is the status that was on the screen: another one meanwhile is not overwritten. */
export const patchHireStatus = (id: number, status: HireStatus, from: HireStatus) =>
  payments.updateHire({ path: { id }, body: { status, from } });
export const postCancelAndRefund = (id: number) => payments.cancelHire({ path: { id } });
