import { client } from "@/api/transport";
import type { LegalCase, SharedRecord, StepBody } from "@/parts/legalHelp/cases/types";

export const CASES_KEY = "/api/lawyer/cases";
/** Calls for the cases that are offered or assigned to the lawyer, nearest deadline first. */
export const getCases = () => client.get<{ 200: LegalCase[] }>({ url: CASES_KEY });
export const getCase = (id: number) =>
  client.get<{ 200: LegalCase }>({ url: `${CASES_KEY}/{id}`, path: { id } });
export const getTemplate = (id: number) =>
  client.get<{ 200: { text: string } }>({
    url: `${CASES_KEY}/{id}/agreement-template`,
    path: { id },
  });

const post = (id: number, call: string, body?: object) =>
  client.post<{ 200: LegalCase }>({ url: `${CASES_KEY}/{id}/${call}`, path: { id }, body });

export const getRecord = (id: number) =>
  client.get<{ 200: SharedRecord }>({ url: `${CASES_KEY}/{id}/record`, path: { id } });
export const postRecordRequest = (id: number) => post(id, "record-request");

type Reason = { reason: string; version: number };
export const postContacted = (id: number) => post(id, "contacted");
export const postAccept = (id: number, version: number) => post(id, "accept", { version });
export const postDecline = (id: number, body: Reason) => post(id, "decline", body);
export const postAgreement = (id: number, body: { text: string; version: number }) =>
  post(id, "agreement", body);
export const postStep = (id: number, body: StepBody) => post(id, "steps", body);
export const postWithdraw = (id: number, body: Reason) => post(id, "withdraw", body);
