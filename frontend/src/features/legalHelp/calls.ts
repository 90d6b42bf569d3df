import * as payments from "@/api/generated/payments/sdk.gen";
import { client } from "@/api/transport";
import type { LegalCase, OfferAnswer } from "@/parts/legalHelp/cases/types";

/** Calls for the driver's hires and cases. */
export const postCancelHire = (id: number) => payments.cancelHire({ path: { id } });

export const CASES_KEY = "/api/lawyer-cases";
export const getCases = () => client.get<{ 200: LegalCase[] }>({ url: CASES_KEY });

const post = (id: number, call: string, body: object) =>
  client.post<{ 200: LegalCase }>({ url: `${CASES_KEY}/{id}/${call}`, path: { id }, body });

type Signature = { name: string; isOtherNameConfirmed: boolean; version: number };
export const postSign = (id: number, body: Signature) => post(id, "sign", body);
type Answer = { answer: OfferAnswer; text: string | null; version: number };
export const postAnswer = (id: number, body: Answer) => post(id, "answer", body);
export const postConsent = (id: number, consentId: number, isAllowed: boolean) =>
  post(id, "consents", { consentId, isAllowed });
export const postEnd = (id: number, version: number) => post(id, "end", { version });
