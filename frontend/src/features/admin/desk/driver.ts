/** Owner of a record, as lists have it. */
export type RecordOwner = { userId: number; driverName?: string | null };

/** A driver's name in titles and labels. */
export const formatDriverName = ({ userId, driverName }: RecordOwner): string =>
  driverName ? `${driverName} #${userId}` : `driver #${userId}`;
