// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { forgetStored } from "@/parts/accounts/session";
import { dropOpen, keepOpen, openOf } from "./openForms";

const FORM = { form: "ticket", userId: 7, ownerId: 7 } as const;

beforeEach(() => sessionStorage.clear());

it("is found again on its page, by who typed into it and nobody else", () => {
  keepOpen(3, "/admin", FORM);
  expect(openOf(3, "/admin")).toMatchObject(FORM);
  expect(openOf(4, "/admin")).toBeNull();
  expect(openOf(3, "/admin/users/7")).toBeNull();
});

it("is gone once it was closed, and at a logout", () => {
  keepOpen(3, "/admin", FORM);
  dropOpen();
  expect(openOf(3, "/admin")).toBeNull();
  keepOpen(3, "/admin", FORM);
  forgetStored();
  expect(openOf(3, "/admin")).toBeNull();
});
