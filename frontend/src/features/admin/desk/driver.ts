/** Owner of a record, as lists have it. */
export type Driven = { userId: number; driverName?: string | null };

/** A driver's name in titles and labels. */
export const calledDriver = ({ userId, driverName }: Driven): string =>
  driverName ? `${driverName} #${userId}` : `driver #${userId}`;
