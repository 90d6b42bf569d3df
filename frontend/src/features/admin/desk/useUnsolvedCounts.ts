import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { UnsolvedCounts } from "@/api/types";
import { getUnsolvedCounts, UNSOLVED_COUNTS } from "./calls";

/** Numbers of unsolved records, read when a page opens and after live changes. */
export const useUnsolvedCounts = (): UnsolvedCounts | undefined =>
  useSWR(UNSOLVED_COUNTS, getUnsolvedCounts, REVALIDATE_ON_MOUNT).data;
