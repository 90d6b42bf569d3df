import type { APIRequestContext, WebSocketRoute } from "@playwright/test";
import { screenChecker } from "../support/screens";
import {
  ADMIN,
  type Api,
  expect,
  onPhone,
  PASSWORD,
  type Page,
  test,
  toastOf,
  journeyOnPhone,
} from "../support/test";

type Message = { id: number; message: string; senderType: string };

/** A member of support in a separate session, who answers through the API. */
class Support {
  constructor(private readonly request: APIRequestContext) {}

  private async send(method: "post" | "patch", path: string, data: object) {
    const origin = process.env.E2E_URL ?? "";
    const answer = await this.request[method](origin + path, { data, headers: { origin } });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  }
  logIn = () => this.send("post", "/api/authenticate", { email: ADMIN, password: PASSWORD });
  say = (helpInquiryId: number, message: string) =>
    this.send("post", "/api/chat-messages", { helpInquiryId, message });
  resolve = (id: number) => this.send("patch", `/api/help-inquiries/${id}`, { status: "resolved" });
}

const withSupport = test.extend<{ support: Support }>({
  support: async ({ playwright }, use) => {
    const request = await playwright.request.newContext();
    const support = new Support(request);
    await support.logIn();
    await use(support);
    await request.dispose();
  },
});

/** Signs up a driver and opens the help dialog. Returns the driver's id. */
async function openHelp(page: Page, api: Api) {
  const { id } = await api.signUp();
  await page.goto("/driving-profile");
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
  return id;
}

/** Returns the newest inquiry of the logged-in user. */
async function readNewestInquiry(api: Api): Promise<number> {
  const [inquiry] = await api.get<{ id: number }[]>("/api/help-inquiries");
  if (!inquiry) throw new Error("no inquiry");
  return inquiry.id;
}

/** Starts a chat in the help dialog. Returns the inquiry's id. */
async function startChat(page: Page, api: Api, message: string): Promise<number> {
  await page.getByRole("button", { name: "Live chat" }).click();
  await page.getByLabel("How can we help?").fill(message);
  await page.getByRole("button", { name: "Start Chat" }).click();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  return readNewestInquiry(api);
}

/**
 * The toast while a dialog is open. The toast is visible but hidden from screen readers, so the dialog shows the same
 * text.
 */
const toastBehindDialog = (page: Page) =>
  page
    .getByRole("region", { name: /^Notifications/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
/** Scrolls to the top and waits for the scroll event, so that the page notices before anything else happens. */
const scrollToTop = (page: Page) =>
  log(page).evaluate(
    (element) =>
      new Promise<void>((done) => {
        if (element.scrollTop === 0) return done();
        element.addEventListener("scroll", () => done(), { once: true });
        element.scrollTo({ top: 0 });
      }),
  );
const bubbles = (page: Page) => log(page).getByRole("article");
const field = (page: Page) => page.getByRole("textbox", { name: "Message" });

withSupport("a driver chats with support", onPhone, async ({ page, api, support }, info) => {
  const shot = screenChecker(page, info);
  await openHelp(page, api);
  await expect(page.getByRole("link", { name: /^Call \(555\)/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Live chat" })).toBeVisible();
  await shot("help-selection");
  await page.getByRole("button", { name: "Live chat" }).click();
  await expect(page.getByLabel("How can we help?")).toBeFocused();
  await page.getByRole("button", { name: "Start Chat" }).click();
  await expect(page.getByText("Please tell us how we can help.")).toBeVisible();
  await expect(page.getByLabel("How can we help?")).toBeFocused();
  await shot("help-chat-form");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("button", { name: "Live chat" })).toBeFocused();
  const id = await startChat(page, api, "One of my tickets is missing.");
  await expect(bubbles(page)).toHaveCount(1);
  await expect(bubbles(page).first()).toContainText("User");
  await support.say(id, "Hello Robin. Which state issued it, and about when?");
  await expect(bubbles(page).nth(1)).toContainText("Support");
  await field(page).fill("It was in Texas,");
  await field(page).press("Shift+Enter");
  await field(page).pressSequentially("in October.");
  await field(page).press("Enter");
  await expect(field(page)).toHaveValue("");
  await expect(bubbles(page).nth(2)).toContainText("It was in Texas,\nin October.");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await shot("help-chat");
  // Enter that ends a word in an input method doesn't send the message.
  await field(page).fill("にほん");
  await field(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await expect(field(page)).toHaveValue("にほん");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(bubbles(page)).toHaveCount(4);
  // Support replies while the chat is closed.
  await page.getByRole("button", { name: "Close" }).click();
  await support.say(id, "We have found it.");
  await page.reload();
  await page.getByRole("button", { name: "Help: 1 new reply" }).click();
  await shot("help-selection-continue");
  await page.getByRole("button", { name: /Continue your chat.*1 new reply/ }).click();
  await expect(bubbles(page)).toHaveCount(5);
  // The chat and the unsent message are restored.
  await field(page).fill("And another");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Help", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await page.getByRole("button", { name: "Continue your chat" }).click();
  await expect(bubbles(page)).toHaveCount(5);
  await expect(field(page)).toHaveValue("And another");
  // Support closes the chat.
  await support.resolve(id);
  await expect(page.getByText("This conversation is closed.")).toBeVisible();
  await shot("help-chat-closed");
  await page.getByRole("button", { name: "Start a new chat" }).click();
  await page.getByLabel("How can we help?").fill("One more thing");
  await page.getByRole("button", { name: "Start Chat" }).click();
  await expect(bubbles(page)).toHaveCount(1);
  expect(await readNewestInquiry(api)).not.toBe(id);
});

withSupport(
  "messages typed while the connection is down are sent when it is back",
  onPhone,
  async ({ page, api, support }, info) => {
    const shot = screenChecker(page, info);
    let down = false;
    const open = new Set<WebSocketRoute>();
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (down) return void socket.close();
      socket.connectToServer();
      open.add(socket);
    });
    await openHelp(page, api);
    const id = await startChat(page, api, "Hello?");
    down = true;
    for (const socket of open) await socket.close();
    const sentence = "Connection lost. Messages will be sent when connection is restored.";
    await expect(page.getByText("Disconnected", { exact: true })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    for (const text of ["first", "second"]) {
      await field(page).fill(text);
      await field(page).press("Enter");
    }
    await expect(page.getByText("Waiting to be sent")).toHaveCount(2);
    // Polling still shows new messages while the socket is down.
    await support.say(id, "Still there?");
    await expect(bubbles(page).filter({ hasText: "Still there?" })).toBeVisible();
    await shot("help-chat-lost");
    await page.reload();
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: "Continue your chat" }).click();
    await expect(page.getByText("Waiting to be sent")).toHaveCount(2);
    await field(page).fill("third");
    await field(page).press("Enter");
    down = false;
    await expect(page.getByText("Connected", { exact: true })).toBeVisible();
    await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
    await expect(page.getByText(sentence)).toBeHidden();
    const stored = await api.get<Message[]>(`/api/chat-messages/${id}`);
    const texts = stored.reverse().map(({ message }) => message);
    expect(texts).toEqual(["Hello?", "Still there?", "first", "second", "third"]);
    await expect(bubbles(page)).toHaveCount(5);
  },
);

test(
  "a message that fails to send shows an error and can be retried",
  journeyOnPhone,
  async ({ page, api }, info) => {
    await openHelp(page, api);
    await startChat(page, api, "Hello?");
    await page.route("**/api/chat-messages", (route) =>
      route.fulfill({ status: 503, json: { code: "database_down", message: "down" } }),
    );
    await field(page).fill("Can you hear me?");
    await field(page).press("Enter");
    await expect(toastBehindDialog(page)).toContainText("Error");
    await expect(toastBehindDialog(page)).toContainText(
      "Failed to send message. Please try again.",
    );
    await expect(log(page).getByRole("alert")).toContainText("Failed to send message.");
    await screenChecker(page, info)("help-chat-failed");
    await page.unroute("**/api/chat-messages");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(bubbles(page)).toHaveCount(2);
  },
);

test("a driver requests a callback", journeyOnPhone, async ({ page, api }, info) => {
  await openHelp(page, api);
  await page.getByRole("button", { name: "Request a callback" }).click();
  const phone = page.getByLabel("Phone number");
  const submit = page.getByRole("button", { name: "Request Callback" });
  await submit.click();
  await expect(page.getByText("Please enter a phone number.")).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill("512555");
  await submit.click();
  await expect(page.getByText("Please enter a 10-digit phone number.")).toBeVisible();
  await screenChecker(page, info)("help-callback");
  await phone.fill("512 555 0142");
  await expect(phone).toHaveValue("(512) 555-0142");
  await page.getByLabel(/^What should we call you about/).fill("A toll that was paid");
  await page.route("**/api/help-inquiries", (route) => route.abort());
  await submit.click();
  const failed = "Failed to submit help request. Please try again.";
  await expect(toastBehindDialog(page)).toContainText(failed);
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(failed);
  await expect(phone).toHaveValue("(512) 555-0142");
  await page.unroute("**/api/help-inquiries");
  await submit.click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(toastOf(page)).toContainText("Callback Request Submitted");
  await expect(toastOf(page)).toContainText("We'll call you back within 1-2 hours.");
  const [made] = await api.get<{ type: string; phoneNumber: string }[]>("/api/help-inquiries");
  expect(made).toMatchObject({ type: "callback", phoneNumber: "5125550142" });
});

withSupport(
  "new messages do not scroll the chat while the driver reads older messages",
  onPhone,
  async ({ page, api, support }, info) => {
    await openHelp(page, api);
    const id = await startChat(page, api, "Hello?");
    for (let n = 1; n <= 60; n += 1) await support.say(id, `Line ${n}`);
    await expect(bubbles(page).last()).toContainText("Line 60");
    await expect(bubbles(page).last()).toBeInViewport();
    await scrollToTop(page);
    await support.say(id, "Line 61");
    const more = page.getByRole("button", { name: "New messages" });
    await expect(more).toBeVisible();
    await expect(bubbles(page).first()).toBeInViewport();
    await screenChecker(page, info)("help-chat-unseen");
    await more.click();
    await expect(bubbles(page).last()).toBeInViewport();
    await expect(more).toBeHidden();
    // After a reload only the newest messages are shown. A button loads the others.
    await page.reload();
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: "Continue your chat" }).click();
    await expect(bubbles(page)).toHaveCount(50);
    await scrollToTop(page);
    await page.getByRole("button", { name: "Earlier messages" }).click();
    await expect(bubbles(page)).toHaveCount(62);
    await expect(page.getByRole("button", { name: "Earlier messages" })).toHaveCount(0);
  },
);

test(
  "a driver with an open chat is sent to the login when the session ends on the server",
  onPhone,
  async ({ page, api }) => {
    await openHelp(page, api);
    await startChat(page, api, "Hello?");
    expect((await api.post("/api/logout", {})).ok()).toBe(true);
    await expect(page).toHaveURL(/\/login/);
  },
);
