import useSWR from "swr";
import { FRESH } from "@/api/read";
import type { UnsolvedCounts } from "@/api/types";
import { getUnsolvedCounts, UNSOLVED_COUNTS } from "./calls";

/** How much is not dealt with yet; follows what happens, and is refreshed as each page opens. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(UNSOLVED_COUNTS, getUnsolvedCounts, FRESH).data;
