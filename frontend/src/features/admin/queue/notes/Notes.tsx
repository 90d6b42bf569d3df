import { Trash2 } from "lucide-react";
import { useState } from "react";
import useSWR from "swr";
import type { StaffNote } from "@/api/types";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { Ago } from "../../desk/Ago";
import { HISTORY } from "../../desk/live/liveLists";
import { useCalled } from "../../desk/live/useCalled";
import { deleteNote, getNotes, postNote } from "./calls";
import css from "./notes.module.css";

/** Kinds of records that staff note something about; of a user all that is noted about any of their records. */
const NOTED = ["lawyer_hire", "missing_ticket_report", "help_inquiry", "user"] as const;

export const isNoted = (kind: string): kind is StaffNote["kind"] =>
  NOTED.some((known) => known === kind);

const LONGEST = 2000;

/** What staff note for each other about a record; no driver ever sees it (docs/PRODUCT.md#internal-notes). */
export function Notes({ kind, id }: { kind: StaffNote["kind"]; id: number }) {
  const { data, mutate } = useSWR<StaffNote[]>(
    // Read again with the record's history.
    [HISTORY, "notes", kind, id],
    () => getNotes({ kind, id }),
    { revalidateOnMount: true },
  );
  const called = useCalled((data?.length ?? 0) > 0);
  const [text, setText] = useState("");
  const submit = useSubmit(
    () => ({ text: text.trim() === "" ? "Write a note first." : undefined }),
    async () => {
      await postNote({ kind, id }, text);
      setText("");
      await mutate();
    },
  );
  async function remove(note: StaffNote) {
    try {
      await deleteNote(note.id);
      await mutate();
    } catch {
      toast({ title: "Error", description: "Failed to remove the note.", variant: "destructive" });
    }
  }
  return (
    <section className={css.notes} aria-label="Internal notes">
      <h3 className={css.title}>Internal notes</h3>
      {data && data.length > 0 && (
        <ul className={css.list}>
          {data.map((note) => (
            <li key={note.id} className={css.note}>
              <p className={css.text}>{note.text}</p>
              <p className={css.who}>
                {called(note.authorId)} · <Ago at={note.createdAt} />
              </p>
              <button
                type="button"
                className={css.remove}
                aria-label={`Remove the note ${note.id}`}
                onClick={() => void remove(note)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SubmitForm submit={submit} className={css.form}>
        <TextAreaField
          label="New note"
          hint="For colleagues alone. The driver never sees it."
          rows={2}
          maxLength={LONGEST}
          {...submit.bind("text", text, setText)}
        />
        <Button type="submit" variant="secondary" compact loading={submit.busy}>
          Add note
        </Button>
      </SubmitForm>
    </section>
  );
}
