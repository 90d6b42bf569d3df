import * as sdk from "@/api/generated/staff/sdk.gen";
import { listOf } from "@/api/listed";

/** List call that reads the audit trail. */
export const AUDIT = listOf(sdk.listAudit);
