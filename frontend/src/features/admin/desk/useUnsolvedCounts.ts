import useSWR from "swr";
import { getUnsolvedCounts, UNSOLVED_COUNTS } from "./calls";
import type { UnsolvedCounts } from "@/api/types";

/** How much is not dealt with yet; follows what happens, and is refreshed as each page opens. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(UNSOLVED_COUNTS, getUnsolvedCounts, { revalidateOnMount: true }).data;
