// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import { DRAFT_KEY, PROGRESS_KEY } from "./progress";
import SignupPage from "./SignupPage";

const fetch = vi.fn();

function renderSignup(at = "/signup") {
  const view = render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/signup" element={<SignupPage />} />
        <Route path="/driving-profile" element={<h1>Profile</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  return { ...view, user: userEvent.setup() };
}
const progress = () => JSON.parse(localStorage.getItem(PROGRESS_KEY) ?? "null");
const clickButton = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const findStep = (step: number) => screen.findByText(`Step ${step} of 5`);

function fill(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

function fillAccount(password = "quiet lamp orbit") {
  fill("Email", "alex@x.test");
  fill("Password", password);
  fill("Verify Password", password);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("scrollTo", () => {});
  fetch.mockReset();
});

describe("the signup steps", () => {
  it("stores the start time and the current step", async () => {
    renderSignup();
    const { id, startTime } = progress();
    expect(progress()).toMatchObject({ step: 1, userId: null });
    await clickButton("Continue");
    await findStep(2);
    expect(progress()).toEqual({ id, startTime, userId: null, step: 2 });
    await clickButton("Back");
    await findStep(1);
    expect(progress()).toMatchObject({ id, step: 1 });
  });

  it.each([
    ["starts a new progress record if this tab has no input from it", null, false],
    [
      "continues its progress record if this tab still has its input",
      { fullName: "Alex Doe" },
      true,
    ],
  ])("after an unfinished sign-up, %s", (_what, draft, continues) => {
    const earlier = { id: "a1", startTime: "2026-01-02T10:00:00.000Z", userId: null, step: 3 };
    localStorage.setItem(PROGRESS_KEY, JSON.stringify(earlier));
    if (draft) sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
    const opened = Date.now();
    renderSignup();
    expect(progress().id === earlier.id).toBe(continues);
    expect(Date.parse(progress().startTime) >= opened).toBe(!continues);
  });

  it("keeps values that were typed before the page was ready", () => {
    function Repeats() {
      useEffect(() => {
        fill("Full Name", "Alex Doe");
        fill("Driver's License Number", "D99");
      }, []);
      return null;
    }
    render(
      <MemoryRouter>
        <SignupPage />
        <Repeats />
      </MemoryRouter>,
    );
    expect(screen.getByLabelText("Full Name")).toHaveProperty("value", "Alex Doe");
    expect(screen.getByLabelText("Driver's License Number")).toHaveProperty("value", "D99");
  });

  it("formats the phone number as (555) 123-4567", async () => {
    const { user } = renderSignup("/signup?step=3");
    const phone = screen.getByLabelText(/Phone/);
    await user.type(phone, "555x1234567890");
    expect(phone).toHaveProperty("value", "(555) 123-4567");
  });

  it("asks for the day when the driver got the plate, but doesn't require it", async () => {
    renderSignup("/signup?step=2");
    const field = screen.getByLabelText(/^When did you get this plate\?/);
    await waitFor(() => expect(field.getAttribute("max")).toMatch(/^\d{4}-\d{2}-\d{2}$/));
    expect(field).toHaveProperty("required", false);
  });

  it("shows and focuses the first missing field, and clears its error on editing", async () => {
    const { user } = renderSignup("/signup?step=4");
    fillAccount();
    await clickButton("Continue");
    await findStep(5);
    await clickButton("Create Account");
    await findStep(1);
    expect(toastItems()[0]).toMatchObject({ title: "Missing Required Fields" });
    const name = screen.getByLabelText("Full Name");
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(screen.getByText("Full name is required")).toBeTruthy();
    await user.type(name, "A");
    expect(screen.queryByText("Full name is required")).toBeNull();
    expect(screen.getByText("State is required")).toBeTruthy();
    expect(fetch).not.toHaveBeenCalled();
  });

  it("keeps the typed values over a reload, except the passwords, which must be entered again", async () => {
    const first = renderSignup("/signup?step=4");
    fillAccount("quiet lamp orbit");
    expect(sessionStorage.getItem(DRAFT_KEY)).not.toContain("quiet lamp");
    first.unmount();
    renderSignup("/signup?step=5");
    await findStep(4);
    expect(screen.getByLabelText("Email")).toHaveProperty("value", "alex@x.test");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    await screen.findByText(/enter it\s+again/);
    // Typing a first character must not count as a complete password and jump to the review.
    await userEvent.type(screen.getByLabelText("Password"), "q");
    await findStep(4);
    expect(screen.queryByText(/enter it\s+again/)).toBeTruthy();
    fillAccount();
    expect(screen.queryByText(/enter it\s+again/)).toBeNull();
    await clickButton("Continue");
    await findStep(5);
    await clickButton("Back");
    await findStep(4);
    expect(screen.queryByText(/enter it\s+again/)).toBeNull();
  });

  it("does not ask to re-enter a password that was never typed", async () => {
    renderSignup("/signup?step=5");
    await findStep(4);
    expect(screen.queryByText(/enter it\s+again/)).toBeNull();
  });
});

describe("Create Account", () => {
  async function complete() {
    renderSignup();
    fill("Full Name", "Alex Doe");
    fill("State", "Texas");
    fill("Driver's License Number", "D99");
    fill("Date of Birth", "1990-02-03");
    for (const step of [2, 3, 4]) {
      await clickButton("Continue");
      await findStep(step);
    }
    fillAccount();
    await clickButton("Continue");
    await findStep(5);
  }

  it("shows a review, creates the account and clears the stored progress", async () => {
    await complete();
    const review = [...document.querySelectorAll("dd > span")].map((e) => e.textContent);
    expect(review).toEqual([
      "Alex Doe",
      "Texas",
      "D99",
      "02/03/1990",
      "Not provided",
      "alex@x.test",
    ]);
    fetch.mockResolvedValue(new Response(JSON.stringify(USER), { status: 201 }));
    await clickButton("Create Account");
    await screen.findByRole("heading", { name: "Profile" });
    expect(toastItems()[0]).toMatchObject({
      title: "Account Created!",
      description: "Welcome! Taking you to your driving profile...",
    });
    expect(JSON.parse(fetch.mock.calls[0]?.[1].body)).toEqual({
      fullName: "Alex Doe",
      state: "Texas",
      driversLicenseNumber: "D99",
      dateOfBirth: "1990-02-03",
      email: "alex@x.test",
      password: "quiet lamp orbit",
    });
    expect([progress(), sessionStorage.getItem(DRAFT_KEY)]).toEqual([null, null]);
    expect(JSON.parse(localStorage.getItem("lanewise.session") ?? "{}")).toMatchObject({
      user: { id: 3 },
    });
  });

  it("shows the server's error at the field, and keeps the typed values", async () => {
    await complete();
    const body = { code: "invalid", message: "x", fields: { password: "Too easy to guess" } };
    fetch.mockResolvedValue(new Response(JSON.stringify(body), { status: 422 }));
    await clickButton("Create Account");
    await findStep(4);
    await screen.findByText("Too easy to guess");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "quiet lamp orbit");
  });
});
