import * as staff from "@/api/generated/staff/sdk.gen";
import type { BilledOutcome } from "@/api/types";
import { refresh } from "../../desk/live/refresh";

export const BILLED_AGAIN_KEY = "/api/admin/billed-again";
export const getBilledAgain = () => staff.listBilledAgain();
export const postSettled = (id: number, outcome: BilledOutcome, note: string) =>
  staff.settleBilledAgain({ path: { id }, body: { outcome, note } });

/** One is settled, or a colleague settled it: all that tells of it is read again. */
export const refreshBilledAgain = () => refresh(BILLED_AGAIN_KEY);
