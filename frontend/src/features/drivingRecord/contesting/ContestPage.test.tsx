// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ContestLetter, ItemFile } from "@/api/types";
import { readDraft, storeDraft } from "@/parts/forms/drafts";
import { type FakeResponse, openScreen, serve, sessionResponse } from "@/testing/openScreen";
import { aSourcedText } from "@/testing/options";
import { USER } from "@/testing/sampleRecords";
import { toastItems } from "@/ui/overlays/toast";
import OptionsPage from "../options/OptionsPage";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-28T12:00:00-05:00") });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  sessionStorage.clear();
});

const AT = "/driving-profile/options?type=parking&id=3&view=letter";

const LETTER: ContestLetter = {
  label: "Expired meter",
  citationNumber: "AB-10",
  date: "2026-11-01",
  latestDate: "2026-12-15",
  dateBasis: "notice",
  ownForm: null,
  howToStart: [],
  knownGrounds: [
    { ground: "meter_broken", sentence: "The meter or the payment machine did not work." },
    { ground: "other", sentence: "Other reasons, in my own words below." },
  ],
  grounds: [],
  words: "",
  senderName: "Dana Rivera",
  senderAddress: "",
  issuerName: "City of Austin",
  issuerAddress: "",
  fileIds: [],
  unprintable: [],
  isComplete: false,
  sentOn: null,
  isOwnFormSent: false,
  answerDay: null,
  isDisputed: false,
  version: null,
  mayWrite: true,
  mayMarkSent: true,
};
const COMPLETE: ContestLetter = {
  ...LETTER,
  grounds: ["meter_broken"],
  senderAddress: "1 Main St",
  issuerAddress: "PO Box 5",
  isComplete: true,
  version: 1,
};
const PHOTO: ItemFile = {
  id: 7,
  name: "Meter.jpg",
  isFromStaff: false,
  kind: "jpeg",
  bytes: 3_000_000,
  receivedBytes: 3_000_000,
  sha256: "0".repeat(64),
  addedAt: "2026-11-28T12:00:00Z",
};

type Answer = (body: unknown) => FakeResponse;

/** Shows the letter. Returns a function that lists the bodies of the calls that changed it. */
function renderLetter(
  letter: ContestLetter,
  save: Answer = () => ({ status: 500, body: {} }),
  read = () => letter,
) {
  const requests = serve(({ path, method, body }) => {
    if (path === "/api/session") return sessionResponse(USER);
    if (path.endsWith("/files")) return { body: [PHOTO] };
    if (!path.includes("/contest-letter")) return undefined;
    return method === "POST" ? save(body) : { body: read() };
  });
  openScreen(<OptionsPage />, { at: AT });
  return () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
}

const click = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("says what the page is for while the driver can write the letter", async () => {
  renderLetter(LETTER);
  await screen.findByText(
    "Here you prepare a letter to the court or agency to contest this ticket. You decide what it says. This isn’t legal advice, and sending a letter doesn’t cancel a court date.",
  );
});

it("doesn't invite a driver to prepare a letter that was sent", async () => {
  renderLetter({ ...COMPLETE, sentOn: "2026-11-27" });
  await screen.findByText(/^This isn’t legal advice, and sending a letter/);
});

it("saves the driver's reasons and text, and then offers the letter as a PDF", async () => {
  const sent = renderLetter(LETTER, (body) => ({
    body: { ...COMPLETE, ...(body as object), version: 1, isComplete: true },
  }));
  expect(
    await screen.findByText("Last day to contest: Dec 15, the date we have on file."),
  ).toBeTruthy();
  expect(
    screen.getByText(/^Still missing: a reason or your own words, your name and/),
  ).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/^The meter or the payment machine/));
  fill(/^What happened/, "It took my card twice 😀");
  expect(screen.getByText("23 of 10,000 characters")).toBeTruthy();
  fireEvent.click(await screen.findByLabelText("Meter.jpg"));
  fill(/^Your mailing address/, "1 Main St");
  fill(/^Mailing address of the court or agency/, "PO Box 5");
  expect(screen.getByText("Save your letter to download it.")).toBeTruthy();
  click("Save letter");
  const link = await screen.findByRole("link", { name: "Download letter" });
  expect(link.getAttribute("href")).toBe("/api/items/parking/3/contest-letter/pdf");
  expect(sent()).toEqual([
    {
      version: null,
      grounds: ["meter_broken"],
      words: "It took my card twice 😀",
      senderName: "Dana Rivera",
      senderAddress: "1 Main St",
      issuerName: "City of Austin",
      issuerAddress: "PO Box 5",
      fileIds: [7],
    },
  ]);
  expect(screen.getByRole("button", { name: "Saved" })).toHaveProperty("disabled", true);
});

it("shows how to start contesting, with the text's source", async () => {
  renderLetter({ ...LETTER, howToStart: [aSourcedText({ text: "Ask online or by mail." })] });
  const start = within(await screen.findByRole("region", { name: "How to start" }));
  expect(start.getByText(/^Ask online or by mail\./).textContent).toContain("27.14(c)");
});

it("offers no letter if the agency accepts only its own form", async () => {
  renderLetter({ ...LETTER, mayWrite: false, mayMarkSent: false, ownForm: "form 12" });
  expect(
    await screen.findByText(
      "If you contest this on paper, the agency accepts only form 12, not a letter.",
    ),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save letter" })).toBeNull();
});

it("records when the driver sent the agency’s own form, and undoes that", async () => {
  const form = { ...LETTER, mayWrite: false, ownForm: "form 12" };
  const sent = renderLetter(form, (body) => {
    const { sentOn } = body as { sentOn: string | null };
    const version = sentOn === null ? null : 1;
    return { body: { ...form, sentOn, version, isOwnFormSent: sentOn !== null } };
  });
  await screen.findByText(
    "If you contest this on paper, the agency accepts only form 12, not a letter.",
  );
  fill(/^Day you sent the form/, "2026-11-27");
  click("Mark as sent");
  expect(await screen.findByText("Form sent on 11/27/2026")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Download letter" })).toBeNull();
  click("Mark as not sent");
  await screen.findByRole("button", { name: "Mark as sent" });
  expect(sent()).toEqual([
    { version: null, sentOn: "2026-11-27" },
    { version: 1, sentOn: null },
  ]);
});

it("lists the characters that the PDF can’t print below the field, until the driver removes them", async () => {
  const unprintable = [{ field: "words", characters: ["😀", "中"] }];
  renderLetter({ ...COMPLETE, words: "It works 😀 中", unprintable });
  await screen.findByText("Your reasons");
  const words = screen.getByLabelText(/^What happened/);
  const note = () => document.getElementById(words.getAttribute("aria-describedby") ?? "");
  expect(note()?.textContent).toContain("The PDF can’t print 😀 and 中 and shows □ instead.");
  expect(words).toHaveProperty("value", "It works 😀 中");
  fill(/^What happened/, "It works 中");
  expect(note()?.textContent).toContain("The PDF can’t print 中 and shows □ instead.");
  fill(/^What happened/, "It works");
  expect(note()?.textContent).toBe("8 of 10,000 characters");
});

it("refuses more than 400 lines of the driver's own words", async () => {
  const sent = renderLetter(LETTER);
  await screen.findByText("Your reasons");
  fill(/^What happened/, "a\n".repeat(400).concat("a"));
  click("Save letter");
  expect(await screen.findByText("Please use at most 400 lines.")).toBeTruthy();
  expect(sent()).toEqual([]);
});

it("keeps the text that the driver types while the letter is being saved", async () => {
  const sent = renderLetter(COMPLETE, (body) => {
    fill(/^What happened/, "First and second");
    return { body: { ...COMPLETE, ...(body as object), version: 2 } };
  });
  await screen.findByText("Your reasons");
  fill(/^What happened/, "First");
  click("Save letter");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(await screen.findByText("Save your letter to download it.")).toBeTruthy();
  expect(screen.getByLabelText(/^What happened/)).toHaveProperty("value", "First and second");
  await waitFor(() => expect(readDraft(DRAFT)).toMatchObject({ version: 2 }));
});

const DRAFT = `${USER.id}.letter.parking-3`;
const { grounds, senderName, senderAddress, issuerName, issuerAddress, fileIds } = COMPLETE;
const VALUES = { grounds, senderName, senderAddress, issuerName, issuerAddress, fileIds };

it("keeps unsaved text in the tab as a draft", async () => {
  renderLetter(COMPLETE);
  await screen.findByText("Your reasons");
  fill(/^What happened/, "A draft");
  const stored = { version: 1, values: { ...VALUES, words: "A draft" } };
  await waitFor(() => expect(readDraft(DRAFT)).toEqual(stored));
});

it.each([
  [1, "A draft"],
  [2, ""],
])(
  "restores a draft of the letter's version 1 only if the letter still has this version: %s",
  async (version, words) => {
    renderLetter({ ...COMPLETE, version });
    // Starting the session deletes drafts, so this one is stored before the letter has loaded.
    storeDraft(DRAFT, { version: 1, values: { ...VALUES, words: "A draft" } });
    await screen.findByText("Your reasons");
    expect(screen.getByLabelText(/^What happened/)).toHaveProperty("value", words);
  },
);

it("requires the driver's own words if the reason Other is selected", async () => {
  renderLetter({ ...COMPLETE, words: "My words" });
  await screen.findByRole("link", { name: "Download letter" });
  expect(screen.getByLabelText("What happened (optional)")).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/^Other reasons/));
  expect(screen.getByLabelText("What happened")).toBeTruthy();
  expect(screen.queryByText(/^Still missing/)).toBeNull();
  fill(/^What happened/, " ");
  expect(screen.getByText("Still missing: your own words.")).toBeTruthy();
});

it("refuses more than 10,000 characters of the driver's own words without sending them", async () => {
  const sent = renderLetter(LETTER);
  await screen.findByText("Your reasons");
  fill(/^What happened/, "ع".repeat(10_001));
  click("Save letter");
  expect(await screen.findByText("Please use at most 10,000 characters.")).toBeTruthy();
  expect(sent()).toEqual([]);
});

it("if another tab saved the letter, keeps the typed text and offers to load the newer version", async () => {
  let stored = COMPLETE;
  const refuse = () => {
    stored = { ...COMPLETE, version: 2, words: "Of the other tab" };
    const body = { code: "changed_meanwhile", message: "Changed.", requestId: "1" };
    return { status: 409, body };
  };
  renderLetter(COMPLETE, refuse, () => stored);
  await screen.findByText("Your reasons");
  fill(/^What happened/, "Mine");
  click("Save letter");
  expect(await screen.findByText("This letter was changed elsewhere")).toBeTruthy();
  expect(screen.getByDisplayValue("Mine")).toBeTruthy();
  click("Load the newer version");
  expect(await screen.findByDisplayValue("Of the other tab")).toBeTruthy();
  expect(screen.queryByText("This letter was changed elsewhere")).toBeNull();
});

it("marks the letter as sent on a day, and undoes that", async () => {
  const sent = renderLetter(COMPLETE, (body) => ({
    body: {
      ...COMPLETE,
      version: 2,
      sentOn: (body as { sentOn: string | null }).sentOn,
      isDisputed: (body as { sentOn: string | null }).sentOn !== null,
      answerDay: "2026-12-27",
    },
  }));
  await screen.findByRole("link", { name: "Download letter" });
  fill(/^Day you sent the letter/, "2026-11-29");
  click("Mark as sent");
  expect(await screen.findByText("This date is in the future.")).toBeTruthy();
  fill(/^Day you sent the letter/, "2026-10-31");
  click("Mark as sent");
  expect(await screen.findByText("This is before the date of the citation.")).toBeTruthy();
  fill(/^Day you sent the letter/, "2026-11-27");
  click("Mark as sent");
  expect(await screen.findByText("Letter sent on 11/27/2026")).toBeTruthy();
  expect(
    screen.getByText(/^You’re disputing this ticket, .* On 12\/27\/2026, we’ll ask/),
  ).toBeTruthy();
  expect(toastItems().at(-1)?.title).toBe("Letter Marked as Sent");
  click("Mark as not sent");
  await screen.findByRole("button", { name: "Mark as sent" });
  expect(sent()).toEqual([
    { version: 1, sentOn: "2026-11-27" },
    { version: 2, sentOn: null },
  ]);
});

it("shows that an item is no longer disputed although its letter was sent", async () => {
  renderLetter({ ...COMPLETE, sentOn: "2026-11-27", isDisputed: false });
  expect(await screen.findByText(/^We no longer show this ticket as disputed/)).toBeTruthy();
  expect(screen.queryByText(/disputing this|we’ll ask|count as due/)).toBeNull();
});

it.each([
  ["2026-11-29", true],
  ["2026-11-28", false],
])(
  "announces the day on which we’ll ask about an answer only while that day is in the future: %s",
  async (day, isAhead) => {
    renderLetter({ ...COMPLETE, sentOn: "2026-10-29", answerDay: day, isDisputed: true });
    await screen.findByText(/^You’re disputing this/);
    expect(screen.queryByText(/we’ll ask whether you got an answer/) !== null).toBe(isAhead);
  },
);

it.each([
  [{}, true],
  [{ mayWrite: false, mayMarkSent: false }, false],
  [{ sentOn: "2026-11-20", isDisputed: true }, false],
])(
  "says that the last day to contest has passed only if the driver can still send a letter: %j",
  async (changes, isShown) => {
    renderLetter({ ...COMPLETE, latestDate: "2026-11-27", ...changes });
    const line = await screen.findByText(
      /^Last day to contest: Nov 27, the date we have on file\./,
    );
    expect(line.textContent?.includes("Nov 27 has passed. Ask the court or agency")).toBe(isShown);
  },
);

it("shows a letter without a form if the item can no longer be contested", async () => {
  renderLetter({ ...COMPLETE, mayWrite: false, mayMarkSent: false });
  expect(await screen.findByText("You can’t contest this ticket yourself right now.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Download letter" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Save/ })).toBeNull();
});

it.each([
  [500, "We couldn’t confirm that we saved your letter"],
  [409, "We couldn’t save your letter"],
])(
  "says that saving the letter failed, or that the outcome is unknown, after the status %i",
  async (status, title) => {
    renderLetter({ ...COMPLETE, version: null }, () => ({ status, body: {} }));
    fireEvent.click(await screen.findByRole("button", { name: "Save letter" }));
    expect((await screen.findByRole("alert")).textContent).toContain(title);
  },
);

it.each([
  [500, "We couldn’t confirm that we marked your letter as sent"],
  [409, "We couldn’t mark your letter as sent"],
])(
  "says that marking the letter as sent failed, or that the outcome is unknown, after the status %i",
  async (status, title) => {
    renderLetter(COMPLETE, () => ({ status, body: {} }));
    fireEvent.click(await screen.findByRole("button", { name: "Mark as sent" }));
    expect((await screen.findByRole("alert")).textContent).toContain(title);
  },
);
