import useSWR from "swr";
import { getUnsolvedCounts, UNSOLVED_COUNTS } from "./calls";
import type { UnsolvedCounts } from "@/api/types";

/** How much is not dealt with yet; refreshed after each solved toggle, and as each page opens. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(UNSOLVED_COUNTS, getUnsolvedCounts, { revalidateOnMount: true }).data;
