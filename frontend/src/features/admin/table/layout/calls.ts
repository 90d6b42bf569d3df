import * as staff from "@/api/generated/staff/sdk.gen";

export const CHOICES_KEY = "/api/admin/choices";

/** What the caller chose, by name. */
export async function getChoices(): Promise<Record<string, string>> {
  const chosen = await staff.listChoices();
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
}

/** Without a value the choice is forgotten. */
export const putChoice = (name: string, value: string | null, keepalive = false) =>
  staff.putChoice({ body: { name, value }, keepalive });
