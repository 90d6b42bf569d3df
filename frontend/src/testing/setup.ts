import { afterEach, beforeAll } from "vitest";

const inPage = typeof document !== "undefined";

// A busy machine is slow, not wrong.
beforeAll(async () => {
  if (inPage) (await import("@testing-library/react")).configure({ asyncUtilTimeout: 15_000 });
});

// Component tests run in jsdom and must not see each other's page; rule tests run in Node, with no page.
afterEach(async () => {
  if (!inPage) return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});
