import * as staff from "@/api/generated/staff/sdk.gen";

export const CHOICES_KEY = "/api/admin/choices";

/** Reads the caller's stored preferences, by name. */
export async function getChoices(): Promise<Record<string, string>> {
  const chosen = await staff.listChoices();
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
}

/** Stores a preference; null deletes it. */
export const putChoice = (name: string, value: string | null, keepalive = false) =>
  staff.putChoice({ body: { name, value }, keepalive });
