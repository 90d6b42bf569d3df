import { formatDate } from "@/lib/dates";

/** Says that the driver disputes an item, and when they sent a letter about it. */
export const describeDispute = ({ letterSentOn }: { letterSentOn: string | null }): string =>
  letterSentOn ? `Disputed · Letter sent on ${formatDate(letterSentOn)}` : "Disputed";

/** Whether the driver can write a letter that contests an item, or has sent one. */
export const hasLetter = (item: { mayContest: boolean; letterSentOn: string | null }): boolean =>
  item.mayContest || item.letterSentOn !== null;
