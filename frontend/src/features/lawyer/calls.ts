import * as lawyer from "@/api/generated/lawyer/sdk.gen";
import type { AgreementBody, CaseReasonBody, CaseStepBody } from "@/api/types";

export const CASES_KEY = "/api/lawyer/cases";
/** Returns the cases that are offered or assigned to the lawyer, nearest deadline first. */
export const getCases = () => lawyer.listLawyerCases();
export const getCase = (id: number) => lawyer.showLawyerCase({ path: { id } });
export const getTemplate = (id: number) => lawyer.showAgreementTemplate({ path: { id } });
/** Returns the driver's details and other tickets, if the driver allows the lawyer to see them. */
export const getRecord = (id: number) => lawyer.showSharedRecord({ path: { id } });
/** Asks the driver to let the lawyer see their record. */
export const postRecordRequest = (id: number) => lawyer.askForRecord({ path: { id } });
/** Records that the lawyer contacted the driver. */
export const postContacted = (id: number) => lawyer.lawyerContacted({ path: { id } });
export const postAccept = (id: number, version: number) =>
  lawyer.acceptCase({ path: { id }, body: { version } });
export const postDecline = (id: number, body: CaseReasonBody) =>
  lawyer.declineCase({ path: { id }, body });
export const postAgreement = (id: number, body: AgreementBody) =>
  lawyer.sendAgreement({ path: { id }, body });
export const STATEMENTS_KEY = "/api/lawyer/statements";
/** The lawyer's own statements, newest month first. */
export const getStatements = () => lawyer.listOwnStatements();
export const STATEMENTS_FILE = `${STATEMENTS_KEY}/file`;
export const statementPdfUrl = (id: number) => `${STATEMENTS_KEY}/${id}/pdf`;
export const postStep = (id: number, body: CaseStepBody) =>
  lawyer.recordStep({ path: { id }, body });
export const postWithdraw = (id: number, body: CaseReasonBody) =>
  lawyer.withdrawFromCase({ path: { id }, body });
