// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { clearStoredData } from "@/parts/accounts/session";
import { clearOpenForm, readOpenForm, storeOpenForm } from "./openForms";

const FORM = { form: "ticket", userId: 7, ownerId: 7 } as const;

beforeEach(() => sessionStorage.clear());

it("restores an open form on its page, for the same user only", () => {
  storeOpenForm(3, "/admin", FORM);
  expect(readOpenForm(3, "/admin")).toMatchObject(FORM);
  expect(readOpenForm(4, "/admin")).toBeNull();
  expect(readOpenForm(3, "/admin/users/7")).toBeNull();
});

it("forgets an open form when it is closed, and at logout", () => {
  storeOpenForm(3, "/admin", FORM);
  clearOpenForm();
  expect(readOpenForm(3, "/admin")).toBeNull();
  storeOpenForm(3, "/admin", FORM);
  clearStoredData();
  expect(readOpenForm(3, "/admin")).toBeNull();
});
