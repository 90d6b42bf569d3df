import type { SWRConfiguration } from "swr";
import { HIRES_KEY } from "@/api/keys";
import { useRead } from "@/api/read";
import { getLawyerHires } from "./calls";

/** Reads the caller's own hires, but only while `wanted` is true. */
export const useLawyerHires = (wanted: boolean, more: SWRConfiguration = {}) =>
  useRead(wanted ? HIRES_KEY : null, () => getLawyerHires(), more);
