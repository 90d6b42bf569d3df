import { useCallback, useMemo } from "react";
import useSWR, { useSWRConfig } from "swr";
import { useSession } from "@/parts/accounts/useSession";
import { CHOICES_KEY, getChoices, putChoice } from "./calls";

/** What a person chose, by name, as the server keeps it. */
type Chosen = Readonly<Record<string, string>>;

/** A drag makes dozens of choices: the last one of this time is kept, in milliseconds. */
const SETTLED = 400;

/** What was chosen and is not kept yet, by whom; null where it is forgotten. */
const pending = new Map<string, string | null>();
let chooser = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const copyOf = (staff: number) => `lanewise.desk.choices.${staff}`;

/** This browser's copy: with it a table has its columns before the server answers. */
function copied(staff: number): Chosen | undefined {
  try {
    return JSON.parse(localStorage.getItem(copyOf(staff)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function copy(staff: number, chosen: Chosen): void {
  try {
    localStorage.setItem(copyOf(staff), JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing asks the server.
  }
}

function withPending(chosen: Chosen, staff: number): Chosen {
  if (chooser !== staff) return chosen;
  const all = new Map(Object.entries(chosen));
  for (const [name, value] of pending) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return Object.fromEntries(all);
}

/** Sends what was chosen; what the server did not take is sent with the next choice. */
async function send(): Promise<void> {
  for (const [name, value] of [...pending]) {
    const isKept = await putChoice(name, value).then(
      () => true,
      () => false,
    );
    if (isKept && pending.get(name) === value) pending.delete(name);
  }
}

/** Names as the server takes them: `/api/lawyer-hires` in one becomes `lawyer-hires`. */
const nameOf = (name: string) => name.replace("/api/", "").replaceAll("/", "-");

function read<T>(text: string | undefined, otherwise: T, isOne: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isOne(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * What this person of the staff chose, wherever they log in, and the way to choose; undefined forgets it.
 * `otherwise` and `isOne` stay the same from one drawing to the next.
 */
export function useChoice<T>(
  name: string,
  otherwise: T,
  isOne: (value: unknown) => value is T,
): [T, (next: T | undefined) => void] {
  const staff = useSession().user?.id ?? 0;
  const { mutate } = useSWRConfig();
  const fallbackData = useMemo(() => copied(staff), [staff]);
  const { data } = useSWR<Chosen>(
    CHOICES_KEY,
    async () => {
      const chosen = withPending(await getChoices(), staff);
      copy(staff, chosen);
      return chosen;
    },
    { fallbackData },
  );
  const text = data?.[nameOf(name)];
  const value = useMemo(() => read(text, otherwise, isOne), [text, otherwise, isOne]);
  const choose = useCallback(
    (next: T | undefined) => {
      // Another person in the same tab: what the one before could not keep is not theirs.
      if (chooser !== staff) pending.clear();
      chooser = staff;
      pending.set(nameOf(name), next === undefined ? null : JSON.stringify(next));
      const chosen = (now: Chosen | undefined) => withPending(now ?? copied(staff) ?? {}, staff);
      void mutate<Chosen>(
        CHOICES_KEY,
        (now) => {
          const all = chosen(now);
          copy(staff, all);
          return all;
        },
        { revalidate: false },
      );
      clearTimeout(timer);
      timer = setTimeout(() => void send(), SETTLED);
    },
    [mutate, name, staff],
  );
  return [value, choose];
}
