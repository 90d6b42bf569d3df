/** The records that screens name, from the generated contract. Words of state are unions: `lib/words` decides by them. */
export type * from "./generated/types.gen";
export type { TextNotificationRequest as TextRequest } from "./generated/types.gen";
/** What a call of a list is made with. */
export type { Client } from "./transport";
