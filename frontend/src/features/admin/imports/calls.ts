import * as staff from "@/api/generated/staff/sdk.gen";
import { zImport } from "@/api/generated/staff/zod.gen";
import type { CheckBody, Import, ImportKind, LineOutcome } from "@/api/types";
import { upload } from "@/api/upload";

export const IMPORTS_KEY = "/api/admin/imports";

export const getImports = (limit: number) => staff.listImports({ query: { limit } });
export const getImport = (id: number) => staff.showImport({ path: { id } });
export const getImportLines = (id: number, outcome: LineOutcome, offset: number, limit: number) =>
  staff.importLines({ path: { id }, query: { outcome, offset, limit } });
export const postCheck = (id: number, body: CheckBody) => staff.checkImport({ path: { id }, body });
/**
 * Stores an import. `largeAmounts` confirms amounts above the limit; `setAside` leaves
 * out rows with errors.
 */
export const postConfirm = (id: number, query: { largeAmounts?: true; setAside?: true }) =>
  staff.confirmImport({ path: { id }, query });
export const postUndo = (id: number) => staff.undoImport({ path: { id } });
export const deleteImport = (id: number) => staff.cancelImport({ path: { id } });

export async function postImport(
  kind: ImportKind,
  file: File,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Import> {
  const query = new URLSearchParams({ kind, fileName: file.name });
  const sending = { type: "text/csv", onProgress, signal };
  const answer = await upload(`${IMPORTS_KEY}?${query}`, file, sending);
  // The schema accepts unknown statuses, so the type needs a cast.
  return (await zImport.parseAsync(answer)) as Import;
}

export const CITATIONS_KEY = "/api/admin/citations";
/** What an imported citation waits for: a decision by staff, or a driver who matches it. */
export type WaitsFor = "decision" | "driver";
/**
 * Reads imported citations that wait for a decision or for a driver. With `userId`, reads only those
 * that may belong to this driver.
 */
export const getWaitingCitations = (waits: WaitsFor, limit: number, userId: number | null) =>
  staff.listCitations({ query: { waits, limit, ...(userId && { userId }) } });
/**
 * Decides citations: with `isTheirs`, each becomes an item of its proposed driver; otherwise it
 * waits for another driver. `largeAmounts` confirms amounts above the limit.
 */
export const postDecision = (ids: number[], isTheirs: boolean, largeAmounts: boolean) =>
  staff.decideCitations({ body: { ids, isTheirs, ...(largeAmounts && { largeAmounts }) } });

export const PLATE_REVIEWS_KEY = "/api/admin/plate-reviews";
/** Reads up to 200 items that are from days on which their drivers didn't have the plate. */
export const getPlateReviews = () => staff.listPlateReviews({ query: { limit: 200 } });
/** Keeps an item on its driver's record (`isTheirs`), or removes it. */
export const postPlateReview = (kind: ImportKind, itemId: number, isTheirs: boolean) =>
  staff.decidePlateReview({ body: { kind, itemId, isTheirs } });
