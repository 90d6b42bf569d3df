const LABELS = {
  "America/New_York": "Eastern time",
  "America/Chicago": "Central time",
  "America/Denver": "Mountain time",
  "America/Boise": "Mountain time",
  "America/Los_Angeles": "Pacific time",
  "America/Adak": "Hawaii–Aleutian time",
} as const;

/**
 * States with two time zones. The value is the less common zone, which fewer of the state's courts
 * are in.
 */
const OTHER: Readonly<Record<string, keyof typeof LABELS>> = {
  Alaska: "America/Adak",
  Arizona: "America/Denver",
  Florida: "America/Chicago",
  Idaho: "America/Los_Angeles",
  Indiana: "America/Chicago",
  Kansas: "America/Denver",
  Kentucky: "America/Chicago",
  Michigan: "America/Chicago",
  Nebraska: "America/Denver",
  Nevada: "America/Denver",
  "North Dakota": "America/Denver",
  Oregon: "America/Boise",
  "South Dakota": "America/Denver",
  Tennessee: "America/New_York",
  Texas: "America/Denver",
};

/**
 * Returns the less common time zone of a state with two, with a label; null for a state with one
 * time zone.
 */
export function otherZone(state: string): { value: string; label: string } | null {
  const value = OTHER[state];
  return value ? { value, label: LABELS[value] } : null;
}
