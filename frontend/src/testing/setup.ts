import { afterEach, beforeAll } from "vitest";

const hasDocument = typeof document !== "undefined";

// The timeout is long enough for a busy machine.
beforeAll(async () => {
  if (hasDocument) (await import("@testing-library/react")).configure({ asyncUtilTimeout: 15_000 });
});

// Component tests run in jsdom, so the document is cleaned up between them. Rule tests run in Node without one.
afterEach(async () => {
  if (!hasDocument) return;
  const { cleanup } = await import("@testing-library/react");
  cleanup();
});
