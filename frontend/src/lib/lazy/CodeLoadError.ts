/** Text for an unknown cause: the network or the server is down, or a deploy has removed the file. */
export const CODE_LOAD_TEXT =
  "We couldn’t load part of this page. Nothing was lost. Please try again, or reload the page.";

/** Thrown if a script or a style that loads on demand didn't load. */
export class CodeLoadError extends Error {}
