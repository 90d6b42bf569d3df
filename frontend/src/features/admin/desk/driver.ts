/** The driver that a record belongs to. The fields have the same names as in list rows. */
export type RecordOwner = { userId: number; driverName?: string | null };

/** Formats a driver's name for titles and labels. */
export const formatDriverName = ({ userId, driverName }: RecordOwner): string =>
  driverName ? `${driverName} #${userId}` : `driver #${userId}`;
