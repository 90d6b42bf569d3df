import type { User } from "@/api/types";
import DeskPalette from "./DeskPalette";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; user: User };

/** Mounts a new palette each time it opens, so that it starts without the previous search. */
export default function LazyPalette({ open, onOpenChange, user }: Props) {
  return open ? <DeskPalette user={user} onClose={() => onOpenChange(false)} /> : null;
}
