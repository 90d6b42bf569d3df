// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { CodeLoadError } from "@/lib/lazy/CodeLoadError";
import { lazyComponent } from "./lazyComponent";

const Part = ({ name }: { name: string }) => <p>{name} is there</p>;
const Fallback = ({ mutate }: { mutate: () => void }) => (
  <button type="button" onClick={mutate}>
    Try again
  </button>
);
const load = vi.fn();
const succeed = () => load.mockResolvedValue({ default: Part });

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  load.mockReset();
  load.mockRejectedValue(new Error("no network"));
});

it("leaves out a component that fails to load, and loads it the next time it is rendered", async () => {
  const LazyPart = lazyComponent<{ name: string }>(load);
  const screenOf = () => render(<>Screen {<LazyPart name="Part" />}</>);
  const { container, unmount } = screenOf();
  await waitFor(() => expect(console.warn).toHaveBeenCalled());
  expect(container.textContent).toBe("Screen ");
  unmount();
  succeed();
  screenOf();
  await screen.findByText("Part is there");
});

it("passes the error to the fallback if code failed to load", async () => {
  const errors: unknown[] = [];
  const LazyPart = lazyComponent<{ name: string }>(load, ({ error }) => {
    errors.push(error);
    return <p role="alert">failed</p>;
  });
  render(<LazyPart name="Part" />);
  await screen.findByRole("alert");
  expect(errors[0]).toBeInstanceOf(CodeLoadError);
});

it("offers a retry if a component fails to load, and renders a loaded component immediately", async () => {
  const LazyPart = lazyComponent<{ name: string }>(load, Fallback);
  const { unmount } = render(<LazyPart name="Part" />);
  const again = await screen.findByRole("button");
  succeed();
  fireEvent.click(again);
  await screen.findByText("Part is there");
  unmount();
  render(<LazyPart name="Another" />);
  expect(screen.getByText("Another is there")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
