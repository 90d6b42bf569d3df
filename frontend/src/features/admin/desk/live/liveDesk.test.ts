import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveDesk, MIN_READ_INTERVAL_MS, POLL_MS } from "./liveDesk";

const ME = 1;

function createDesk() {
  let handlers = { onOpen: () => {}, onClose: () => {}, onText: (_: string) => {} };
  const sentMessages: unknown[] = [];
  const read: string[][] = [];
  const ports = {
    hidden: false,
    connect(given: typeof handlers) {
      handlers = given;
      return {
        send: (text: string) => void sentMessages.push(JSON.parse(text)),
        reconnect() {},
        close() {},
      };
    },
    refresh: (kinds: ReadonlySet<string>) => void read.push([...kinds]),
    count: vi.fn(),
    isHidden: () => ports.hidden,
    now: () => Date.now(),
  };
  const desk = new LiveDesk(ME, ports);
  desk.start();
  const receive = (type: string, data?: object) => handlers.onText(JSON.stringify({ type, data }));
  const changed = (...changes: object[]) => receive("desk_changed", { changes });
  handlers.onOpen();
  receive("desk_followed");
  const first = read.splice(0);
  ports.count.mockClear();
  vi.advanceTimersByTime(MIN_READ_INTERVAL_MS);
  return {
    desk,
    ports,
    sentMessages,
    first,
    read,
    receive,
    changed,
    fail: (code: string) => handlers.onText(JSON.stringify({ type: "error", code })),
    down: () => handlers.onClose(),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("follows the desk again after the polling interval if the server could not subscribe it", () => {
  const { sentMessages, fail } = createDesk();
  const followCount = () => sentMessages.length;
  expect(followCount()).toBe(1);
  fail("forbidden");
  vi.advanceTimersByTime(POLL_MS);
  expect(followCount()).toBe(1);
  fail("unavailable");
  vi.advanceTimersByTime(2 * POLL_MS);
  expect(followCount()).toBe(2);
});

describe("changes to records", () => {
  it("reads the lists immediately after the first change, and then at most once a second", () => {
    const { changed, read } = createDesk();
    changed({ kind: "lawyer_hire", id: 7, by: null });
    expect(read).toEqual([["lawyer_hire"]]);
    changed({ kind: "lawyer_hire", id: 8, by: null });
    changed({ kind: "help_inquiry", id: 3, by: 2 });
    expect(read).toHaveLength(1);
    vi.advanceTimersByTime(MIN_READ_INTERVAL_MS);
    expect(read).toEqual([["lawyer_hire"], ["lawyer_hire", "help_inquiry"]]);
  });

  it("reloads all records when the live connection starts", () => {
    expect(createDesk().first).toEqual([[]]);
  });

  it("flags a changed record until it is opened, unless the viewer made the change", () => {
    const { desk, changed } = createDesk();
    changed({ kind: "lawyer_hire", id: 7, by: 2 }, { kind: "lawyer_hire", id: 8, by: ME });
    expect([...desk.state().recentChanges.keys()]).toEqual(["lawyer_hire:7"]);
    expect(desk.state().recentChanges.get("lawyer_hire:7")?.by).toBe(2);
    desk.open({ kind: "lawyer_hire", id: 7 });
    expect(desk.state().recentChanges.size).toBe(0);
  });

  it("keeps a colleague's name when the provider or a driver changes the record afterwards", () => {
    const { desk, changed } = createDesk();
    changed({ kind: "payment_transaction", id: 7, by: 2 });
    changed({ kind: "payment_transaction", id: 7, by: null });
    expect(desk.state().recentChanges.get("payment_transaction:7")?.by).toBe(2);
    desk.open({ kind: "payment_transaction", id: 7 })();
    changed({ kind: "payment_transaction", id: 7, by: null });
    expect(desk.state().recentChanges.get("payment_transaction:7")?.by).toBeNull();
  });

  it("reloads all records after too many changes, while the connection is down, and when it is back", () => {
    const { changed, read, receive, down } = createDesk();
    changed();
    expect(read).toEqual([[]]);
    down();
    vi.advanceTimersByTime(POLL_MS);
    expect(read).toHaveLength(2);
    receive("desk_followed");
    vi.advanceTimersByTime(MIN_READ_INTERVAL_MS);
    expect(read).toHaveLength(3);
    vi.advanceTimersByTime(POLL_MS * 3);
    expect(read).toHaveLength(3);
  });

  it("loads only counts while the page is hidden, and changed records once it is visible", () => {
    const { desk, ports, changed, read } = createDesk();
    ports.hidden = true;
    changed({ kind: "user", id: 4, by: null });
    expect(ports.count).toHaveBeenCalledTimes(1);
    expect(read).toEqual([]);
    ports.hidden = false;
    vi.advanceTimersByTime(MIN_READ_INTERVAL_MS);
    desk.readMissed();
    expect(read).toEqual([["user"]]);
  });
});

describe("an open record", () => {
  it("reports a record to the server after it was open for a moment, and reports when staff type", () => {
    const { desk, sentMessages } = createDesk();
    sentMessages.length = 0;
    desk.open({ kind: "help_inquiry", id: 1 })();
    const close = desk.open({ kind: "help_inquiry", id: 2 });
    vi.advanceTimersByTime(400);
    const message = { type: "at_record", record: { kind: "help_inquiry", id: 2 } };
    expect(sentMessages).toEqual([{ ...message, isTyping: false }]);
    desk.type();
    desk.type();
    expect(sentMessages).toHaveLength(2);
    expect(sentMessages[1]).toEqual({ ...message, isTyping: true });
    vi.advanceTimersByTime(20_000);
    expect(sentMessages.at(-1)).toEqual({ ...message, isTyping: false });
    close();
    sentMessages.length = 0;
    vi.advanceTimersByTime(60_000);
    expect(sentMessages).toEqual([{ type: "at_record" }]);
  });

  it("reports the record in the drawer again after a dialog about another record closes", () => {
    const { desk, sentMessages } = createDesk();
    const drawer = { kind: "lawyer_hire", id: 1 };
    desk.open(drawer);
    vi.advanceTimersByTime(400);
    const closeDialog = desk.open({ kind: "help_inquiry", id: 2 });
    vi.advanceTimersByTime(400);
    closeDialog();
    vi.advanceTimersByTime(400);
    expect(sentMessages.at(-1)).toEqual({ type: "at_record", record: drawer, isTyping: false });
    sentMessages.length = 0;
    desk.open({ ...drawer })();
    vi.advanceTimersByTime(400);
    expect(sentMessages).toEqual([]);
  });

  it("keeps reporting that staff are typing when it reports the open record again", () => {
    const { desk, sentMessages } = createDesk();
    desk.open({ kind: "help_inquiry", id: 2 });
    desk.type();
    vi.advanceTimersByTime(400);
    const message = { type: "at_record", record: { kind: "help_inquiry", id: 2 } };
    expect(sentMessages.at(-1)).toEqual({ ...message, isTyping: true });
    // The desk was started a second earlier, so it reports the record again 18.6 seconds from now.
    vi.advanceTimersByTime(16_000);
    desk.type();
    vi.advanceTimersByTime(2000);
    desk.type();
    sentMessages.length = 0;
    vi.advanceTimersByTime(1500);
    expect(sentMessages).toEqual([{ ...message, isTyping: true }]);
    vi.advanceTimersByTime(20_000);
    expect(sentMessages.at(-1)).toEqual({ ...message, isTyping: false });
  });

  it("reports immediately that staff are typing in the next record that they open", () => {
    const { desk, sentMessages } = createDesk();
    desk.open({ kind: "help_inquiry", id: 1 });
    desk.type();
    desk.open({ kind: "help_inquiry", id: 2 });
    desk.type();
    const record = { kind: "help_inquiry", id: 2 };
    expect(sentMessages.at(-1)).toEqual({ type: "at_record", record, isTyping: true });
    desk.open({ kind: "help_inquiry", id: 3 });
    vi.advanceTimersByTime(400);
    expect(sentMessages.at(-1)).toMatchObject({ record: { id: 3 }, isTyping: false });
  });

  it("shows which colleagues have the same record open, and ignores other records", () => {
    const { desk, receive } = createDesk();
    desk.open({ kind: "help_inquiry", id: 2 });
    const people = [{ userId: 5, isTyping: true }];
    receive("record_people", { kind: "help_inquiry", id: 1, people });
    expect(desk.state().people).toEqual([]);
    receive("record_people", { kind: "help_inquiry", id: 2, people });
    expect(desk.state().people).toEqual(people);
    desk.open({ kind: "help_inquiry", id: 3 });
    expect(desk.state().people).toEqual([]);
  });
});
