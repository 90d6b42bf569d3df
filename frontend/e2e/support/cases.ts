import type { Browser, BrowserContext, TestInfo } from "@playwright/test";
import { CARDS, expectConfirmed, payWith } from "./card";
import { ADMIN, Api, test as base, expect, type Item, type Page } from "./test";

/** The demo lawyers who take all of Texas, where the tests' drivers live. No other lawyer gets these drivers' cases. */
const LAWYERS = ["lawyer@lanewise.test", "lawyer2@lanewise.test"] as const;

/** A user of a case, with a separate browser context. */
export type Person = { api: Api; context: BrowserContext; page: Page };

/** The people of one case, each with a browser. */
export type People = {
  driver: Person & { item: Item; name: string };
  staff: Person;
  /** Finds the lawyer who has the open offer for this hire. */
  lawyerWithOffer: (hire: number) => Promise<Person>;
  close: () => Promise<void>;
};

type Session = { user: { fullName: string } };

/** Opens a browser for the driver, one for staff and one for each lawyer, at the width of the test. */
export async function openBrowsers(
  browser: Browser,
  baseURL: string,
  info: TestInfo,
): Promise<People> {
  const { viewport, hasTouch } = info.project.use;
  const contexts: BrowserContext[] = [];
  /** Opens a browser at the width of the test, with a page and access to the API. */
  async function openBrowser(): Promise<Person> {
    const context = await browser.newContext({
      baseURL,
      viewport,
      hasTouch,
      serviceWorkers: "block",
      reducedMotion: "reduce",
    });
    contexts.push(context);
    return { api: new Api(context), context, page: await context.newPage() };
  }
  const driver = await openBrowser();
  const { item } = await driver.api.logInToPay("ticket");
  const { user } = await driver.api.get<Session>("/api/session");
  const staff = await openBrowser();
  await staff.api.logIn(ADMIN);
  const lawyers: Person[] = [];
  for (const email of LAWYERS) {
    const lawyer = await openBrowser();
    await lawyer.api.logIn(email);
    lawyers.push(lawyer);
  }
  return {
    driver: { ...driver, item, name: user.fullName },
    staff,
    async lawyerWithOffer(hire) {
      for (const lawyer of lawyers) {
        const one = await caseOf(lawyer, hire);
        if (one?.actions.includes("accept")) return lawyer;
      }
      throw new Error(`no lawyer has an offer for hire ${hire}`);
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

/** Driver, staff and both lawyers side by side, each in their own browser. */
export const test = base.extend<{ people: People }>({
  people: async ({ browser, baseURL }, use, info) => {
    const people = await openBrowsers(browser, baseURL ?? "", info);
    await use(people);
    await people.close();
  },
});

export type Case = { id: number; step: string; version: number; actions: string[] };

/** Returns the case as a lawyer sees it; null if the case isn't the lawyer's. */
export async function caseOf({ api }: Person, id: number): Promise<Case | null> {
  const cases = await api.get<Case[]>("/api/lawyer/cases");
  return cases.find((one) => one.id === id) ?? null;
}

/** Pays for a lawyer for the driver's ticket. Returns the id of the hire. */
export async function hireLawyer({ page, api, item }: People["driver"]): Promise<number> {
  await page.goto(`/payment?type=lawyer&amount=75&id=${item.id}`);
  await payWith(page, CARDS.good);
  await expectConfirmed(page, "Lawyer Consultation Requested");
  const [made] = await api.get<{ id: number }[]>("/api/lawyer-hires");
  return made?.id ?? 0;
}

/** Sends a POST request about a case, with the case's version. The request must succeed. */
async function postAboutCase(
  { api }: Person,
  legalCase: Case | null,
  path: string,
  body: object,
): Promise<void> {
  const answer = await api.post(path, { ...body, version: legalCase?.version });
  expect(answer.ok(), `POST ${path}: ${await answer.text()}`).toBe(true);
}

/** Moves a case to the step `appearance_filed` by API calls, for tests of the later steps. Returns the lawyer. */
export async function moveToAppearanceFiled(people: People, id: number): Promise<Person> {
  const { driver } = people;
  const lawyer = await people.lawyerWithOffer(id);
  const postAsLawyer = (path: string, body: object) =>
    caseOf(lawyer, id).then((legalCase) =>
      postAboutCase(lawyer, legalCase, `/api/lawyer/cases/${id}/${path}`, body),
    );
  await postAsLawyer("accept", {});
  await postAsLawyer("agreement", { text: "One ticket, no appeal." });
  const own = await driver.api.get<Case>(`/api/lawyer-cases/${id}`);
  const signature = { name: driver.name, isOtherNameConfirmed: false };
  await postAboutCase(driver, own, `/api/lawyer-cases/${id}/sign`, signature);
  await postAsLawyer("steps", { step: "appearance_filed", note: "I filed my appearance." });
  return lawyer;
}

/** Returns the date this many days from now, as date fields take it. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Converts YYYY-MM-DD to MM/DD/YYYY, which the page shows. */
export const formatShownDate = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, "$2/$3/$1");

/** The card of the driver's only hire. */
export const hireCard = (page: Page) => page.getByRole("region", { name: "Lawyer for Speeding" });

/** Opens a dialog with a button and returns it. */
export async function openDialog(page: Page, button: string | RegExp) {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  return dialog;
}

/** A file to upload, as Playwright takes it. */
export const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7 a document of this case %%EOF"),
});

/**
 * Records a step as the lawyer, on the open page of the case. For a decision or a deferral without a document, checks
 * the box that the court hasn't sent a document yet.
 */
export async function recordStep(
  page: Page,
  step: string,
  fields: Record<string, string> = {},
  document?: string,
) {
  const dialog = await openDialog(page, "Record a step");
  await dialog.getByLabel("What happened?").selectOption(step);
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label);
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT")
      await field.selectOption(value);
    else await field.fill(value);
  }
  if (document) {
    await dialog.getByLabel("Add Files").setInputFiles(pdf(document));
    await expect(dialog.getByRole("checkbox", { name: document })).toBeChecked();
  } else if (step === "decided" || step === "deferred") {
    await dialog.getByLabel("The court hasn’t sent a document yet").check();
  }
  await dialog.getByRole("button", { name: "Record", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the hire's record in the back office and returns its case. */
export async function casePanel({ page }: Person, id: number) {
  await page.goto(`/admin/lawyer-hires?q=${id}&row=${id}`);
  const panel = page
    .getByRole("region", { name: `Hire ${id}` })
    .getByRole("region", { name: "Case", exact: true });
  await expect(panel.getByText("What happened")).toBeVisible();
  return panel;
}
