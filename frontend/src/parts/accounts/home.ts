import { paths } from "@/lib/paths";

type WithRole = { role: string } | null;

/** Whether the user has a lawyer's account. Lawyers are neither drivers nor staff. */
export const isLawyer = (user: WithRole): boolean => user?.role === "lawyer";

/** Returns the screen that a user sees first. */
export const homeOf = (user: WithRole): string =>
  isLawyer(user) ? paths.lawyer() : paths.profile();
