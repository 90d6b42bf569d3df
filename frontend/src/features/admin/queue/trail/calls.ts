import * as sdk from "@/api/generated/staff/sdk.gen";
import type { ListCall } from "@/api/listed";
import type { AuditEntry } from "@/api/types";

/** Who did what. */
export const AUDIT: ListCall<AuditEntry> = {
  address: "/api/admin/audit",
  read: (client, query) => sdk.listAudit({ client, query }),
};
