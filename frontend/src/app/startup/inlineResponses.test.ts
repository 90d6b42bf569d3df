// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { EARLY, takeEarlyResponse } from "@/api/earlyResponses";
import { saveSession } from "@/parts/accounts/session";
import { newSession } from "@/parts/accounts/sessionRecord";
import { takeInlineResponses } from "./inlineResponses";

const SESSION = { user: { id: 7 } };
const TICKETS = [{ id: 3, location: "</script><b>" }];
const TICKETS_URL = "/api/tickets/7?requestedBy=7";
const RESPONSES = { "/api/session": SESSION, [TICKETS_URL]: TICKETS };

/** Adds the element as the server does: with `<` escaped. */
function addElement(json: string): void {
  const escaped = json.replaceAll("<", "\\u003c");
  document.body.innerHTML = `<script type="application/json" id="responses">${escaped}</script>`;
}

beforeEach(() => {
  delete window[EARLY];
  document.body.innerHTML = "";
  localStorage.clear();
  sessionStorage.clear();
  saveSession(newSession({ id: 7 }, Date.now()));
});

it("answers the initial calls once from the document, with escaped text restored", async () => {
  addElement(JSON.stringify(RESPONSES));
  takeInlineResponses();
  const response = await takeEarlyResponse(TICKETS_URL);
  expect(response?.ok).toBe(true);
  expect(await response?.json()).toEqual(TICKETS);
  expect(takeEarlyResponse(TICKETS_URL)).toBeNull();
  expect(document.querySelector("script")).toBeNull();
  takeInlineResponses();
  expect(takeEarlyResponse(TICKETS_URL)).toBeNull();
});

it("ignores the responses for another user, or without a session record", () => {
  saveSession(newSession({ id: 8 }, Date.now()));
  addElement(JSON.stringify(RESPONSES));
  takeInlineResponses();
  expect(window[EARLY]).toBeUndefined();
  localStorage.clear();
  sessionStorage.clear();
  addElement(JSON.stringify(RESPONSES));
  takeInlineResponses();
  expect(window[EARLY]).toBeUndefined();
});

it.each(["", "{", "null", "7", "[]", "{}", '{"/api/session":null}', '{"/api/session":{}}'])(
  "ignores malformed responses: %s",
  (text) => {
    addElement(text);
    takeInlineResponses();
    expect(window[EARLY]).toBeUndefined();
  },
);

it("changes nothing in a document without responses", () => {
  window[EARLY] = new Map();
  takeInlineResponses();
  expect(window[EARLY]).toEqual(new Map());
});
