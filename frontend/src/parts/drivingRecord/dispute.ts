import { formatDate } from "@/lib/dates";

/** What the driver sent to contest an item, as the server reports it with the item. */
export type SentContest = { letterSentOn: string | null; isOwnFormSent: boolean };

/** The paper that the driver sent: a letter, or the issuer's own form. */
export const nameOfSent = ({ isOwnFormSent }: { isOwnFormSent: boolean }): "form" | "letter" =>
  isOwnFormSent ? "form" : "letter";

/** Says when the driver sent the letter or the form. */
export const describeSent = (sentOn: string, sent: { isOwnFormSent: boolean }): string =>
  `${sent.isOwnFormSent ? "Form" : "Letter"} sent on ${formatDate(sentOn)}`;

/** Says that the driver disputes an item, and when they sent a letter or a form about it. */
export const describeDispute = (sent: SentContest): string =>
  sent.letterSentOn ? `Disputed · ${describeSent(sent.letterSentOn, sent)}` : "Disputed";

/** Label of the link to the page on which the driver contests an item. */
export const describeContestLink = (sent: SentContest): string =>
  sent.letterSentOn ? `See your ${nameOfSent(sent)}` : "Contest it yourself";

/** Whether the driver can contest an item, or has sent a letter or a form about it. */
export const showsContestLink = (item: {
  mayContest: boolean;
  letterSentOn: string | null;
}): boolean => item.mayContest || item.letterSentOn !== null;
