import useSWR from "swr";
import { FRESH } from "@/api/read";
import type { UnsolvedCounts } from "@/api/types";
import { getUnsolvedCounts, UNSOLVED_COUNTS } from "./calls";

/** Numbers of unsolved records. They follow live changes and are read again when a page opens. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(UNSOLVED_COUNTS, getUnsolvedCounts, FRESH).data;
