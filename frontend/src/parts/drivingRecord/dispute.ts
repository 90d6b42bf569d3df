import { formatDate } from "@/lib/dates";

/** Says that the driver disputes an item, and when they sent a letter about it. */
export const describeDispute = ({ letterSentOn }: { letterSentOn: string | null }): string =>
  letterSentOn ? `Disputed · Letter sent on ${formatDate(letterSentOn)}` : "Disputed";
