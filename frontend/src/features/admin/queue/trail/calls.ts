import * as sdk from "@/api/generated/staff/sdk.gen";
import { toListCall } from "@/api/listCalls";

export const AUDIT = toListCall(sdk.listAudit);
