import * as staff from "@/api/generated/staff/sdk.gen";
import type { StaffNote } from "@/api/types";

type Of = { kind: StaffNote["kind"]; id: number };

export const getNotes = (path: Of) => staff.listNotes({ path });
export const postNote = (path: Of, text: string) => staff.addNote({ path, body: { text } });
export const deleteNote = (id: number) => staff.removeNote({ path: { id } });
