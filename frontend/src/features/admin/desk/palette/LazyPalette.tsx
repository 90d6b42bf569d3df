import type { User } from "@/api/types";
import DeskPalette from "./DeskPalette";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; user: User };

/** Mounts the palette anew each time it opens. */
export default function LazyPalette({ open, onOpenChange, user }: Props) {
  return open ? <DeskPalette user={user} onClose={() => onOpenChange(false)} /> : null;
}
