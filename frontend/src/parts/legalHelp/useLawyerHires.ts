import type { SWRConfiguration } from "swr";
import { HIRES_KEY } from "@/api/keys";
import { useRead } from "@/api/read";
import { getLawyerHires } from "./calls";

/** The caller's own hires; waits until it is wanted. */
export const useLawyerHires = (wanted: boolean, more: SWRConfiguration = {}) =>
  useRead(wanted ? HIRES_KEY : null, () => getLawyerHires(), more);
