import * as staff from "@/api/generated/staff/sdk.gen";
import type { StaffNote } from "@/api/types";

type NotesPath = { kind: StaffNote["kind"]; id: number };

export const getNotes = (path: NotesPath) => staff.listNotes({ path });
export const postNote = (path: NotesPath, text: string) => staff.addNote({ path, body: { text } });
export const deleteNote = (id: number) => staff.removeNote({ path: { id } });
