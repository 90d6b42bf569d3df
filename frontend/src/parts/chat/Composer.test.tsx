// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { logOut, startSession } from "@/parts/accounts/auth";
import { readStoredReference, storeReference } from "@/parts/failureReference";
import { STAFF, serve } from "@/testing/openScreen";
import { USER } from "@/testing/sampleRecords";
import { Composer } from "./Composer";

afterEach(cleanup);

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Message");

/** Renders the composer for a viewer and returns the field's text. */
function renderComposer(viewer = USER.id) {
  cleanup();
  render(<Composer viewer={viewer} inquiry={5} onSend={vi.fn()} />);
  return field().value;
}

it("restores an unsent message for its author only; logging out clears it and the error reference", async () => {
  serve(() => ({ body: {} }));
  await startSession(USER);
  expect(renderComposer()).toBe("");
  fireEvent.change(field(), { target: { value: "My plate is" } });
  storeReference("4f3a2c1b");
  expect(renderComposer()).toBe("My plate is");
  expect(renderComposer(STAFF.id)).toBe("");
  await logOut();
  expect(renderComposer()).toBe("");
  expect(readStoredReference()).toBeNull();
});
