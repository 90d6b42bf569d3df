import type { User } from "@/api/types";
import DeskPalette from "./DeskPalette";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; user: User };

/** Each opening begins afresh. */
export default function LatePalette({ open, onOpenChange, user }: Props) {
  return open ? <DeskPalette user={user} onClose={() => onOpenChange(false)} /> : null;
}
