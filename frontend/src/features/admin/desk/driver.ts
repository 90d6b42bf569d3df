/** The driver that a record belongs to, as list rows name them. */
export type RecordOwner = { userId: number; driverName?: string | null };

/** A driver's name in titles and labels. */
export const formatDriverName = ({ userId, driverName }: RecordOwner): string =>
  driverName ? `${driverName} #${userId}` : `driver #${userId}`;
