import { setIdle } from "@/api/client";
import type { ChatPorts, ChatSocket } from "@/parts/chat/chatPorts";

/** Identifies a record; `kind` is its kind in the audit trail. */
export type RecordName = { kind: string; id: number };
/**
 * A record's latest change that someone other than the viewer made. `by` is the user id of the
 * staff member who made the change; null if no staff member did, for example for a driver's change.
 * `at` is the browser's time when the change arrived, in milliseconds.
 */
export type RecentChange = { by: number | null; at: number };
export type Person = { userId: number; isTyping: boolean };

export type LiveState = {
  connected: boolean;
  recentChanges: ReadonlyMap<string, RecentChange>;
  /** Staff who view the record that is open in this tab, including the viewer. */
  people: readonly Person[];
};

export type LivePorts = {
  connect: ChatPorts["connect"];
  /** Refreshes everything that shows records of these kinds. An empty set means all kinds. */
  refresh: (kinds: ReadonlySet<string>) => void;
  /** Reads only the counts of open work, not the lists. */
  count: () => void;
  isHidden: () => boolean;
  now: () => number;
};

/** Minimum time between two reads of the lists, in milliseconds, no matter how much changes. */
export const MIN_READ_INTERVAL_MS = 1000;
/** Interval for reading everything while the socket is down, in milliseconds. */
export const POLL_MS = 30_000;
/**
 * Interval for reporting again to the server which record is open, in milliseconds. The server forgets
 * an open record that isn't confirmed.
 */
const ANNOUNCE_INTERVAL_MS = 20_000;
const TYPING_INTERVAL_MS = 3000;
/**
 * Delay before an open record is reported to the server, in milliseconds, so that a record that is
 * closed sooner isn't reported.
 */
const ANNOUNCE_DELAY_MS = 300;
const MAX_RECENT_CHANGES = 200;
/** Milliseconds without input after which reads are marked as background reads, which don't extend the session. */
const IDLE_AFTER_MS = 60_000;

export const keyOfRecord = ({ kind, id }: RecordName) => `${kind}:${id}`;

type ServerMessage = {
  type?: string;
  /** The kind of error, in an error message. */
  code?: string;
  data?: {
    changes?: { kind: string; id: number; by: number | null }[];
    kind?: string;
    id?: number;
    people?: Person[];
  };
};

/**
 * Tracks changes by other staff and by drivers (docs/product/back-office.md#live-desk). The socket
 * names the changed records, and this class reads their lists again, at most once a second. Without
 * a socket, it reads everything every 30 seconds.
 */
export class LiveDesk {
  #state: LiveState = { connected: false, recentChanges: new Map(), people: [] };
  readonly #ports: LivePorts;
  readonly #me: number;
  readonly #listeners = new Set<() => void>();
  #socket: ChatSocket | null = null;
  #poll: ReturnType<typeof setInterval> | undefined;
  #repeat: ReturnType<typeof setInterval> | undefined;
  #announceTimer: ReturnType<typeof setTimeout> | undefined;
  #pendingKinds = new Set<string>();
  #mustReadAll = false;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #lastRead = Number.NEGATIVE_INFINITY;
  /** The records that are open in this tab, the one opened last at the end. */
  #openRecords: readonly RecordName[] = [];
  /** When the user last typed in the open record, in milliseconds. */
  #lastTyped = Number.NEGATIVE_INFINITY;
  /** When the server was last notified that the user is typing, in milliseconds. */
  #typingAnnounced = Number.NEGATIVE_INFINITY;

  constructor(me: number, ports: LivePorts) {
    this.#me = me;
    this.#ports = ports;
  }

  readonly state = (): LiveState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(change: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  start(): void {
    if (this.#socket) return;
    this.#socket = this.#ports.connect({
      onOpen: () => this.#follow(),
      onClose: () => this.#set({ connected: false, people: [] }),
      onText: (text) => this.#receive(text),
    });
    this.#poll = setInterval(() => {
      if (!this.#state.connected) this.#read(null);
    }, POLL_MS);
    this.#repeat = setInterval(() => {
      // Doesn't repeat that no record is open, because the user may have opened a record in another tab.
      if (this.#openRecord) this.#announceOpenRecord();
    }, ANNOUNCE_INTERVAL_MS);
  }

  stop(): void {
    this.#socket?.close();
    this.#socket = null;
    clearInterval(this.#poll);
    clearInterval(this.#repeat);
    clearTimeout(this.#announceTimer);
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    this.#set({ connected: false, people: [] });
  }

  get #openRecord(): RecordName | null {
    return this.#openRecords.at(-1) ?? null;
  }

  /** Adds a record that was opened in this tab. Returns a function that removes it. */
  readonly open = (record: RecordName): (() => void) => {
    this.#setOpenRecords([...this.#openRecords, record]);
    return () => this.#setOpenRecords(this.#openRecords.filter((one) => one !== record));
  };

  /** Replaces the open records. If the last one has changed, reports that to the server after ANNOUNCE_DELAY_MS. */
  #setOpenRecords(records: readonly RecordName[]): void {
    const previous = this.#openRecord;
    this.#openRecords = records;
    const record = this.#openRecord;
    if (previous && record && keyOfRecord(previous) === keyOfRecord(record)) return;
    this.#lastTyped = this.#typingAnnounced = Number.NEGATIVE_INFINITY;
    if (this.#state.people.length > 0) this.#set({ people: [] });
    if (record) this.#clearChange(record);
    clearTimeout(this.#announceTimer);
    this.#announceTimer = setTimeout(() => this.#announceOpenRecord(), ANNOUNCE_DELAY_MS);
  }

  /** Notifies the server that the user is typing in the open record. */
  readonly type = (): void => {
    if (!this.#openRecord) return;
    this.#lastTyped = this.#ports.now();
    if (this.#lastTyped - this.#typingAnnounced >= TYPING_INTERVAL_MS) this.#announceOpenRecord();
  };

  /** Reads the changes that were made while the page was hidden. */
  readonly readMissed = (): void => {
    if (this.#mustReadAll || this.#pendingKinds.size > 0) this.#scheduleRead();
  };

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Asks the server for changes of records. */
  #follow(): void {
    this.#send({ type: "follow_desk" });
  }

  #announceOpenRecord(): void {
    if (!this.#state.connected) return;
    const now = this.#ports.now();
    const isTyping = now - this.#lastTyped < TYPING_INTERVAL_MS;
    if (isTyping) this.#typingAnnounced = now;
    if (this.#openRecord) this.#send({ type: "at_record", record: this.#openRecord, isTyping });
    else this.#send({ type: "at_record" });
  }

  #receive(text: string): void {
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.code === "unavailable") setTimeout(() => this.#follow(), POLL_MS);
    if (message.type === "desk_followed") {
      this.#set({ connected: true });
      if (this.#openRecord) this.#announceOpenRecord();
      // Reads everything, because changes may have been missed while the socket was down or since the first read.
      this.#read(null);
    }
    if (message.type === "desk_changed") this.#recordChanges(message.data?.changes ?? []);
    if (message.type === "record_people" && this.#openRecord) {
      const { kind, id, people } = message.data ?? {};
      if (kind === this.#openRecord.kind && id === this.#openRecord.id)
        this.#set({ people: people ?? [] });
    }
  }

  /**
   * Flags the records that other users changed, and schedules a read of the lists that show them. If `changes` is
   * empty, there were too many changes to name, and everything is read.
   */
  #recordChanges(changes: { kind: string; id: number; by: number | null }[]): void {
    if (changes.length === 0) {
      this.#read(null);
      return;
    }
    const others = changes.filter(({ by }) => by !== this.#me);
    if (others.length > 0) {
      const recentChanges = new Map(this.#state.recentChanges);
      for (const change of others) {
        const name = keyOfRecord(change);
        // A Map keeps the position of an existing key, so the key is deleted first to move it to the end.
        // A later change without a staff member, such as a refund that arrives, doesn't replace the name.
        const by = change.by ?? recentChanges.get(name)?.by ?? null;
        recentChanges.delete(name);
        recentChanges.set(name, { by, at: this.#ports.now() });
      }
      const latest = [...recentChanges].slice(-MAX_RECENT_CHANGES);
      this.#set({ recentChanges: new Map(latest) });
      if (this.#openRecord) this.#clearChange(this.#openRecord);
    }
    this.#read(changes.map(({ kind }) => kind));
  }

  #clearChange(record: RecordName): void {
    if (!this.#state.recentChanges.has(keyOfRecord(record))) return;
    const recentChanges = new Map(this.#state.recentChanges);
    recentChanges.delete(keyOfRecord(record));
    this.#set({ recentChanges });
  }

  /** Schedules a read of the lists that show records of these kinds. Null reads everything. */
  #read(kinds: readonly string[] | null): void {
    if (kinds === null) this.#mustReadAll = true;
    else for (const kind of kinds) this.#pendingKinds.add(kind);
    this.#scheduleRead();
  }

  /** Reads immediately, or later if the last read was less than MIN_READ_INTERVAL_MS ago. */
  #scheduleRead(): void {
    if (this.#refreshTimer !== undefined) return;
    const wait = this.#lastRead + MIN_READ_INTERVAL_MS - this.#ports.now();
    if (wait <= 0) this.#readNow();
    else
      this.#refreshTimer = setTimeout(() => {
        this.#refreshTimer = undefined;
        this.#readNow();
      }, wait);
  }

  #readNow(): void {
    this.#lastRead = this.#ports.now();
    this.#ports.count();
    // A hidden page needs only the counts, because its title shows them.
    if (this.#ports.isHidden()) return;
    const due = this.#mustReadAll ? new Set<string>() : this.#pendingKinds;
    this.#pendingKinds = new Set();
    this.#mustReadAll = false;
    this.#ports.refresh(due);
  }
}

/**
 * Marks calls as background reads while the user is idle, so that the server doesn't count these
 * calls as activity. Returns a function that stops watching for input.
 */
export function watchIdle(): () => void {
  let lastInput = Date.now();
  const recordInput = () => {
    lastInput = Date.now();
    setIdle(false);
  };
  const names = ["pointerdown", "keydown", "scroll", "touchstart"] as const;
  for (const name of names)
    window.addEventListener(name, recordInput, { passive: true, capture: true });
  const timer = setInterval(() => setIdle(Date.now() - lastInput > IDLE_AFTER_MS), 1000);
  return () => {
    clearInterval(timer);
    setIdle(false);
    for (const name of names) window.removeEventListener(name, recordInput, { capture: true });
  };
}
