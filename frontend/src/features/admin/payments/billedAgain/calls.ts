import * as staff from "@/api/generated/staff/sdk.gen";
import type { SecondBillOutcome } from "@/api/types";
import { refresh } from "../../desk/live/refresh";

export const BILLED_AGAIN_KEY = "/api/admin/billed-again";
/** Returns the reports by drivers who were billed again for something they had paid. */
export const getSecondBills = () => staff.listBilledAgain();
/** Closes the report of a second bill with its outcome and a note for the driver. */
export const postOutcome = (id: number, outcome: SecondBillOutcome, note: string) =>
  staff.settleBilledAgain({ path: { id }, body: { outcome, note } });

/** Reads the second bills again after one of them was settled, by this user or a colleague. */
export const refreshBilledAgain = () => refresh(BILLED_AGAIN_KEY);
