import { createServer, connect as tcp } from "node:net";
import { screenChecker } from "../support/screens";
import { ADMIN, expect, test, journeyOnPhone } from "../support/test";

/** Starts a proxy that connects to the server from this IP address. */
async function proxyFrom(address: string, target: URL) {
  const server = createServer((client) => {
    const upstream = tcp({
      port: Number(target.port),
      host: target.hostname,
      localAddress: address,
    });
    client.pipe(upstream).pipe(client);
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Returns a separate loopback address for each test and project. */
const address = () => `127.${1 + (process.pid % 250)}.${byte()}.${byte()}`;
const byte = () => 1 + Math.floor(Math.random() * 250);

test(
  "a visitor from a blocked address reads why it is blocked, and what to do",
  journeyOnPhone,
  async ({ page, api, browser, baseURL }, info) => {
    test.skip(process.platform !== "linux", "only Linux has several loopback addresses");
    const ip = address();
    const elsewhere = await proxyFrom(ip, new URL(baseURL ?? ""));
    const context = await browser.newContext({ ...info.project.use, baseURL: elsewhere.url });
    const visitor = await context.newPage();
    await visitor.goto("/login");
    await expect(visitor.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    await api.logIn(ADMIN);
    const block = { ip, reason: "Guesses passwords", hours: 1 };
    expect((await api.post("/api/security/block-ip", block)).status()).toBe(201);
    // Server processes learn of the block a moment later, so retry until it applies. A reused connection may be closed
    // during a call, which then fails.
    const status = () =>
      context.request.get("/api/config").then(
        (answer) => answer.status(),
        () => 0,
      );
    await expect.poll(status).toBe(403);

    // On a page that was already open, the form shows the message.
    await visitor.getByLabel("Email").fill("driver@lanewise.test");
    await visitor.getByLabel("Password", { exact: true }).fill("a password");
    await visitor.getByRole("button", { name: "Log In" }).click();
    await expect(visitor.getByRole("alert")).toContainText(
      "We’ve blocked this internet address for now because of unusual activity.",
    );
    await visitor.goto("/driving-profile");
    await expect(
      visitor.getByRole("heading", { name: "Lanewise is not available from here right now" }),
    ).toBeVisible();
    await expect(visitor.getByText("The block ends automatically.")).toBeVisible();
    await expect(visitor.getByRole("link", { name: "(555) 010-0199" })).toHaveAttribute(
      "href",
      "tel:5550100199",
    );
    await screenChecker(visitor, info)("blocked");

    await page.goto("/admin?security=1");
    const panel = page.getByRole("region", { name: "Security Dashboard" });
    await panel.getByRole("button", { name: `Unblock ${ip}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unblock" }).click();
    await expect(panel.getByRole("button", { name: `Unblock ${ip}` })).toHaveCount(0);
    await expect.poll(status).toBe(200);
    await visitor.goto("/login");
    await expect(visitor.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
    await context.close();
    elsewhere.close();
  },
);
