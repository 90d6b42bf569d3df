/** Prefix of the session storage keys for unsent chat messages. */
export const UNSENT_KEY_PREFIX = "lanewise.chat.";
