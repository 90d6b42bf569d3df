import { afterEach } from "vitest";

// Component tests run in jsdom and must not see each other's page; rule tests run in Node, with no page.
afterEach(async () => {
  if (typeof document === "undefined") return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});
