// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { clearStoredData } from "@/parts/accounts/session";
import { useDraft } from "./useDraft";

beforeEach(() => sessionStorage.clear());

const renderDraft = (key = "3.plate", initial = "") =>
  renderHook(() => useDraft(key, initial)).result;
const type = (draft: ReturnType<typeof renderDraft>, text: string) =>
  act(() => draft.current[1](text));

it("restores the draft after a remount, for the same user only", () => {
  type(renderDraft(), "LNW-1");
  expect(renderDraft().current[0]).toBe("LNW-1");
  expect(renderDraft("4.plate").current[0]).toBe("");
});

it("deletes the draft after it is sent or discarded, and at logout", () => {
  const draft = renderDraft();
  type(draft, "LNW-1");
  act(() => draft.current[2]());
  expect(renderDraft().current[0]).toBe("");
  type(renderDraft(), "LNW-2");
  clearStoredData();
  expect(renderDraft().current[0]).toBe("");
});

it("shows the new saved value after the draft is sent, and keeps no draft", () => {
  const field = renderHook(({ known }) => useDraft("3.phone", known), {
    initialProps: { known: "(555) 123-0000" },
  });
  act(() => field.result.current[1]("(555) 123-9999"));
  act(() => field.result.current[2]());
  field.rerender({ known: "(555) 123-9999" });
  expect(field.result.current[0]).toBe("(555) 123-9999");
  expect(sessionStorage.length).toBe(0);
  expect(renderDraft("3.phone", "(555) 123-9999").current[0]).toBe("(555) 123-9999");
});

it("keeps the typed text, even if it is empty, when the saved value changes in the meantime", () => {
  const field = renderHook(({ known }) => useDraft("3.phone", known), {
    initialProps: { known: "(555) 123-0000" },
  });
  act(() => field.result.current[1](""));
  field.rerender({ known: "(555) 123-9999" });
  expect(field.result.current[0]).toBe("");
});
