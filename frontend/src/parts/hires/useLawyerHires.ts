import type { SWRConfiguration } from "swr";
import { HIRES_KEY } from "@/api/keys";
import { useRead } from "@/api/useRead";
import { getLawyerHires } from "./calls";

/** Reads the user's own hires, but only while `isNeeded` is true. */
export const useLawyerHires = (isNeeded: boolean, options: SWRConfiguration = {}) =>
  useRead(isNeeded ? HIRES_KEY : null, () => getLawyerHires(), options);
