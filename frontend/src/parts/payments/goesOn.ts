import type { PaidItem, PaidStatus } from "@/api/types";

/** What is refunded or taken back goes to no court any more, and what staff recorded went there otherwise. */
const GOES_ON: readonly PaidStatus[] = ["Completed", "Partly Refunded"];

/** The way of a payment's money that goes to its court, or went there. */
export const trailOf = ({ trail, status }: PaidItem) => (GOES_ON.includes(status) ? trail : null);
