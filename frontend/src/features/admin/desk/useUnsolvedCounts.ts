import useSWR from "swr";
import { FRESH } from "@/api/read";
import type { UnsolvedCounts } from "@/api/types";
import { getUnsolvedCounts, UNSOLVED_COUNTS } from "./calls";

/** Numbers of unsolved records. They are read when a page opens and after live changes. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(UNSOLVED_COUNTS, getUnsolvedCounts, FRESH).data;
