/** The one interface to the advertising pixel. Until an adapter is there the last few events wait in memory, and nowhere else. */
export type PixelEvent =
  | { kind: "pageView" }
  | { kind: "signupStart" }
  | { kind: "signupComplete"; email: string; phone: string }
  | { kind: "purchase"; cents: number }
  | { kind: "lead" }
  | { kind: "custom"; name: string };

const MOST_WAITING = 5;
let send: ((event: PixelEvent) => void) | null = null;
let waiting: PixelEvent[] = [];

/** Puts an adapter in place and gives it what waits; what it returns takes it away. */
export function installPixel(adapter: (event: PixelEvent) => void): () => void {
  send = adapter;
  waiting.forEach(adapter);
  waiting = [];
  return () => {
    if (send === adapter) send = null;
  };
}

/** What happened before consent is never sent. */
export const forgetEvents = (): void => {
  waiting = [];
};

export function track(event: PixelEvent): void {
  if (send) send(event);
  else waiting = [...waiting, event].slice(-MOST_WAITING);
}
