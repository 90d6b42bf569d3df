import * as sdk from "@/api/generated/staff/sdk.gen";
import { listOf } from "@/api/listed";

/** Who did what. */
export const AUDIT = listOf(sdk.listAudit);
