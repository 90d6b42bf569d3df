const keyOf = (staff: number, name: string) => `lanewise.desk.${name}.${staff}`;

/** What this person chose in this browser; `otherwise` where nothing, or nothing readable, is kept. */
export function kept<T>(
  staff: number,
  name: string,
  otherwise: T,
  isKept: (v: unknown) => v is T,
): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(staff, name)) ?? "null");
    return isKept(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps it; without a value it is forgotten. */
export function keep(staff: number, name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(staff, name));
    else localStorage.setItem(keyOf(staff, name), JSON.stringify(value));
  } catch {
    // A browser that keeps nothing begins anew next time.
  }
}
