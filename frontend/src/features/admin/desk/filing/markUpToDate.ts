import type { User } from "@/api/types";
import { toast } from "@/ui/overlays/toast";
import { postBulkUpdate } from "../calls";
import { formatDriverName } from "../driver";
import { refresh } from "../live/refresh";
import { formatExactTime } from "../times";

/** Marks a driver's record as up to date and shows a toast. */
export async function markUpToDate(user: User): Promise<void> {
  try {
    const { updatedAt } = await postBulkUpdate(user.id);
    toast({
      title: "Update Complete",
      description: `${formatDriverName({ userId: user.id, driverName: user.fullName ?? user.username })}’s record is up to date as of ${formatExactTime(updatedAt)}.`,
    });
    await refresh("/api/users", "/api/admin/users");
  } catch {
    toast({ title: "Error", description: "Failed to update user data.", variant: "destructive" });
  }
}
