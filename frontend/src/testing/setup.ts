import { afterEach, beforeAll } from "vitest";

const inPage = typeof document !== "undefined";

// A timeout that is long enough on a busy machine.
beforeAll(async () => {
  if (inPage) (await import("@testing-library/react")).configure({ asyncUtilTimeout: 15_000 });
});

// Component tests run in jsdom, so the document is cleaned up between them. Rule tests run in Node without one.
afterEach(async () => {
  if (!inPage) return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});
