import * as sdk from "@/api/generated/staff/sdk.gen";
import { toListCall } from "@/api/listCalls";

/** List call that reads the audit trail. */
export const AUDIT = toListCall(sdk.listAudit);
