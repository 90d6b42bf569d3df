/** Whose a record is, as lists tell it. */
export type Driven = { userId: number; driverName?: string | null };

/** A driver as titles and labels call them. */
export const calledDriver = ({ userId, driverName }: Driven): string =>
  driverName ? `${driverName} #${userId}` : `driver #${userId}`;
