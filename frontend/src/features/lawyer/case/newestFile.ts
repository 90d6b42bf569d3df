import type { CaseFile } from "@/api/types";

/** Returns the file that was added since the earlier list was read, if there is one. */
export const newestOf = (
  earlier: readonly CaseFile[],
  current: readonly CaseFile[] | undefined,
): CaseFile | undefined => current?.find(({ id }) => !earlier.some((file) => file.id === id));
