import { EMPTY_VALUES, type SignupValues } from "./fields";

/** Progress of a sign-up, on which the reminder is based (docs/product/accounts.md#signup-reminder). */
export type Progress = { id: string; startTime: string; userId: number | null; step: number };

export const PROGRESS_KEY = "lanewise.signup";
export const DRAFT_KEY = "lanewise.signup.draft";
const EMPTY_PASSWORDS = { password: "", confirmPassword: "" };

/** Runs a storage operation. Returns null if storage is forbidden or full; signing up works without it. */
function tryStorage<T>(operation: () => T): T | null {
  try {
    return operation();
  } catch (error) {
    console.warn("signup progress: storage failed", error);
    return null;
  }
}

/** Reads an object from storage; null if there is none or it is corrupted. */
function read<T>(storage: () => Storage, key: string): Partial<T> | null {
  return tryStorage(() => {
    const value: unknown = JSON.parse(storage().getItem(key) ?? "null");
    return typeof value === "object" && value !== null ? (value as Partial<T>) : null;
  });
}

const getLocalStorage = () => window.localStorage;
const getSessionStorage = () => window.sessionStorage;

/** Forgets the progress of an earlier sign-up, unless its input is still in this tab. */
export function forgetEarlierProgress(): void {
  if (read(getSessionStorage, DRAFT_KEY)) return;
  tryStorage(() => getLocalStorage().removeItem(PROGRESS_KEY));
}

/** Stores the current step. Starts a new progress record if there is none. */
export function trackStep(step: number): void {
  const known = read<Progress>(getLocalStorage, PROGRESS_KEY);
  const progress: Progress = {
    id: typeof known?.id === "string" ? known.id : createId(),
    startTime: typeof known?.startTime === "string" ? known.startTime : new Date().toISOString(),
    userId: null,
    step,
  };
  tryStorage(() => getLocalStorage().setItem(PROGRESS_KEY, JSON.stringify(progress)));
}

/** Reads the progress of an unfinished sign-up, if there is one. */
export function readProgress(): Partial<Progress> | null {
  return read<Progress>(getLocalStorage, PROGRESS_KEY);
}

/** Returns a random id for the progress record. */
function createId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(2));
  return [...numbers].map((number) => number.toString(36)).join("");
}

/** Stores the input in this tab, without the passwords, so that it survives a reload. */
export function saveDraft(values: SignupValues): void {
  tryStorage(() =>
    getSessionStorage().setItem(DRAFT_KEY, JSON.stringify({ ...values, ...EMPTY_PASSWORDS })),
  );
}

/** Returns the input stored in this tab; empty values if there is none. */
export function loadDraft(): SignupValues {
  const draft = read<Record<keyof SignupValues, unknown>>(getSessionStorage, DRAFT_KEY) ?? {};
  const known = Object.entries(draft).filter(
    ([field, value]) => Object.hasOwn(EMPTY_VALUES, field) && typeof value === "string",
  );
  return { ...EMPTY_VALUES, ...Object.fromEntries(known), ...EMPTY_PASSWORDS };
}

/** Deletes everything stored for the sign-up, once the account is created. */
export function clearProgress(): void {
  tryStorage(() => getLocalStorage().removeItem(PROGRESS_KEY));
  tryStorage(() => getSessionStorage().removeItem(DRAFT_KEY));
}
