// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import { patchRequestStatus } from "../calls";
import IdentityDialog from "./IdentityDialog";

vi.mock("../calls", () => ({ patchRequestStatus: vi.fn() }));

function renderDialog(state: string | null) {
  const onOpenChange = vi.fn();
  render(<IdentityDialog open onOpenChange={onOpenChange} user={{ ...USER, state }} />);
  return {
    onOpenChange,
    field: screen.getByLabelText<HTMLInputElement>(/digits of your SSN/),
    submit: screen.getByRole<HTMLButtonElement>("button", { name: /Submit/ }),
  };
}

describe("the identity dialog", () => {
  it("accepts only digits, and enables Submit with the fourth digit", async () => {
    const person = userEvent.setup();
    const { field, submit } = renderDialog("Texas");
    await person.type(field, "1a2b3");
    expect(field.value).toBe("123");
    expect(submit.disabled).toBe(true);
    await person.type(field, "45");
    expect(field.value).toBe("1234");
    expect(submit.disabled).toBe(false);
  });

  it("requires five digits in Iowa, and shows an error if Enter is pressed earlier", async () => {
    const person = userEvent.setup();
    const { field, submit } = renderDialog("Iowa");
    await person.type(field, "1234{Enter}");
    expect(submit.disabled).toBe(true);
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe("Invalid SSNPlease enter exactly 5 digits.");
    await person.type(field, "5");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(submit.disabled).toBe(false);
  });

  it("closes after sending the digits, and says what happens next", async () => {
    const person = userEvent.setup();
    vi.mocked(patchRequestStatus).mockResolvedValue(USER);
    const { field, submit, onOpenChange } = renderDialog("Texas");
    await person.type(field, "1234");
    await person.click(submit);
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
    expect(patchRequestStatus).toHaveBeenCalledWith(USER.id, "1234");
    expect(toastItems()[0]).toMatchObject({
      title: "Status Request Submitted",
      description: "We'll review your information and update your driving status.",
    });
  });

  it("stays open and keeps the digits when sending fails", async () => {
    const person = userEvent.setup();
    vi.mocked(patchRequestStatus).mockRejectedValue(new Error("down"));
    const { field, submit, onOpenChange } = renderDialog("Texas");
    await person.type(field, "1234");
    await person.click(submit);
    await waitFor(() =>
      expect(toastItems()[0]).toMatchObject({
        title: "Error",
        description: "Failed to submit status request. Please try again.",
        variant: "destructive",
      }),
    );
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(field.value).toBe("1234");
  });
});
