import useSWR from "swr";
import * as z from "zod/mini";
import { apiFetch } from "@/api/client";

const Counts = z.object({
  lawyerHires: z.number(),
  vehicleUpdates: z.number(),
  missingTickets: z.number(),
  statusRequests: z.number(),
  helpInquiries: z.number(),
  textNotifications: z.number(),
});
export type UnsolvedCounts = z.infer<typeof Counts>;

export const UNSOLVED_COUNTS = "/api/admin/unsolved-counts";

/** How much is not dealt with yet; refreshed after each solved toggle, and as each page opens. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(
    UNSOLVED_COUNTS,
    async () => Counts.parse(await (await apiFetch(UNSOLVED_COUNTS)).json()),
    { revalidateOnMount: true },
  ).data;
