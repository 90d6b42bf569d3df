/** Keys under which this tab keeps chat messages that were typed and not sent yet. */
export const UNSENT = "lanewise.chat.";
