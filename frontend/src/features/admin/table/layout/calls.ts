import * as staff from "@/api/generated/staff/sdk.gen";

export const PREFERENCES_KEY = "/api/admin/choices";

/** Reads the stored preferences of the staff member, by name. */
export async function getPreferences(): Promise<Record<string, string>> {
  const chosen = await staff.listPreferences();
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
}

/** Stores a preference; null deletes it. With `keepalive`, the call outlives the page. */
export const setPreference = (name: string, value: string | null, keepalive = false) =>
  staff.setPreference({ body: { name, value }, keepalive });
