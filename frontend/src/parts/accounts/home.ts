import { paths } from "@/lib/paths";

type WithRole = { role: string } | null;

/** Whether the user has a lawyer's account. It isn't a driver's or a staff member's at the same time. */
export const isLawyer = (user: WithRole): boolean => user?.role === "lawyer";

/** Returns the screen that a user sees first. */
export const homeOf = (user: WithRole): string =>
  isLawyer(user) ? paths.lawyer() : paths.profile();
