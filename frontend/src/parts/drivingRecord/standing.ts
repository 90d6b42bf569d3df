import type { Standing } from "@/api/types";

const UNPAID: ReadonlySet<Standing> = new Set(["due", "with_lawyer", "being_checked"]);

/**
 * Whether an item is still owed, also while a lawyer handles it or staff check it. The page and the server are tested
 * with crates/domain/cases/unpaid.json.
 */
export const isUnpaid = (standing: Standing): boolean => UNPAID.has(standing);
