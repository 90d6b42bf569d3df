import * as staff from "@/api/generated/staff/sdk.gen";
import type { SecondBillOutcome } from "@/api/types";
import { refresh } from "../../desk/live/refresh";

export const BILLED_AGAIN_KEY = "/api/admin/billed-again";
export const getBilledAgain = () => staff.listBilledAgain();
export const postSettled = (id: number, outcome: SecondBillOutcome, note: string) =>
  staff.settleBilledAgain({ path: { id }, body: { outcome, note } });

/** Reads the second bills again after one of them was settled, by this user or a colleague. */
export const refreshBilledAgain = () => refresh(BILLED_AGAIN_KEY);
