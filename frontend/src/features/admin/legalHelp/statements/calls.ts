import * as staff from "@/api/generated/staff/sdk.gen";
import type { StatementPaidBody } from "@/api/types";
import { refresh } from "../../desk/live/refresh";

export const STATEMENTS_KEY = "/api/admin/statements";
/** Returns the statements of a month such as 2026-11; of the current month if `month` is empty. */
export const getStatements = (month: string) =>
  staff.listStatements(month ? { query: { month } } : {});
export const postStatementPaid = (id: number, body: StatementPaidBody) =>
  staff.recordStatementPaid({ path: { id }, body });
export const postStatementUnpaid = (id: number, version: number) =>
  staff.undoStatementPaid({ path: { id }, body: { version } });

/** URL of the file with all statements of a month, such as 2026-11. */
export const monthFile = (month: string) => `/api/admin/statements/file?month=${month}`;
/** URL of a statement as a PDF. */
export const statementFile = (id: number) => `/api/admin/statements/${id}/pdf`;

/** Reads the statements again after a statement was changed, by this user or a colleague. */
export const refreshStatements = () => refresh(STATEMENTS_KEY);
