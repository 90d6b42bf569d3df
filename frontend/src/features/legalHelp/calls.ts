import * as cases from "@/api/generated/cases/sdk.gen";
import * as payments from "@/api/generated/payments/sdk.gen";
import type { PleaAnswerBody, SignBody } from "@/api/types";

export const postCancelHire = (id: number) => payments.cancelHire({ path: { id } });

export const CASES_KEY = "/api/lawyer-cases";
/** Address of the photo of a case's lawyer. */
export const photoOfLawyer = (id: number) => `${CASES_KEY}/${id}/lawyer-photo`;
export const getCases = () => cases.listOwnCases();
export const postSign = (id: number, body: SignBody) => cases.signAgreement({ path: { id }, body });
/** Answers the prosecutor's offer. */
export const postAnswer = (id: number, body: PleaAnswerBody) =>
  cases.answerPlea({ path: { id }, body });
export const postConsent = (id: number, consentId: number, isAllowed: boolean) =>
  cases.answerConsent({ path: { id }, body: { consentId, isAllowed } });
export const postChangeLawyer = (id: number, version: number) =>
  cases.changeOwnLawyer({ path: { id }, body: { version } });
/** Requests the refund of a lost case's price under the guarantee. */
export const postMoneyBack = (id: number, version: number) =>
  cases.getOwnMoneyBack({ path: { id }, body: { version } });
export const postEndCase = (id: number, version: number) =>
  cases.endOwnCase({ path: { id }, body: { version } });
