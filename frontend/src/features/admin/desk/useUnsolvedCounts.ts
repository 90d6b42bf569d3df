import useSWR from "swr";
import { getUnsolvedCounts } from "@/api/adminCalls";
import type { UnsolvedCounts } from "@/api/generated/staff/types.gen";

export type { UnsolvedCounts };

export const UNSOLVED_COUNTS = "/api/admin/unsolved-counts";

/** How much is not dealt with yet; refreshed after each solved toggle, and as each page opens. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(UNSOLVED_COUNTS, getUnsolvedCounts, { revalidateOnMount: true }).data;
