/**
 * Record types from the generated API contract. Statuses are unions; `lib/labels` handles values that this build
 * doesn't know.
 */
export type * from "./generated/types.gen";
export type {
  Case as LegalCase,
  TextNotificationRequest as TextRequest,
} from "./generated/types.gen";
/** The function through which a list call sends its request. */
export type { Client } from "./transport";
