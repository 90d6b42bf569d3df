import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { StaffNote } from "@/api/types";
import { Link } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { FailureNotice } from "@/parts/FailureNotice";
import { RestoredNotice } from "@/parts/forms/RestoredNotice";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";
import { useDraft } from "@/parts/forms/useDraft";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { deskPaths } from "../../desk/deskPaths";
import { HISTORY } from "../../desk/live/liveLists";
import { useMemberNames } from "../../desk/live/useMemberNames";
import { RelativeTime } from "../../desk/RelativeTime";
import { deleteNote, getNotes, postNote } from "./calls";
import css from "./notes.module.css";

/**
 * Kinds of records that can have notes. A user's notes include the notes about the user's records.
 */
const NOTED_KINDS = ["lawyer_hire", "missing_ticket_report", "help_inquiry", "user"] as const;

export const canHaveNotes = (kind: string): kind is StaffNote["kind"] =>
  NOTED_KINDS.some((known) => known === kind);

const MAX_LENGTH = 2000;

/** Links from a driver's notes to the record that a note is about. */
const RECORDS: Partial<Record<StaffNote["kind"], { name: string; to: typeof deskPaths.hires }>> = {
  lawyer_hire: { name: "Lawyer hire", to: deskPaths.hires },
  missing_ticket_report: { name: "Missing ticket", to: deskPaths.missingTickets },
  help_inquiry: { name: "Help inquiry", to: deskPaths.helpInquiries },
};

type Props = {
  kind: StaffNote["kind"];
  id: number;
  /** True if a card with its own heading surrounds the notes. */
  isInCard?: boolean;
};

/** Staff's internal notes about a record. Drivers never see them (docs/product/back-office.md#internal-notes). */
export function Notes({ kind, id, isInCard }: Props) {
  const { data, error, isValidating, mutate } = useSWR<StaffNote[], Error>(
    // Starts with the history's cache key, so that the notes refresh with the record's history.
    [HISTORY, "notes", kind, id],
    () => getNotes({ kind, id }),
    REVALIDATE_ON_MOUNT,
  );
  const nameOfMember = useMemberNames((data?.length ?? 0) > 0);
  const me = useSession().user?.id ?? 0;
  const [text, setText, discardText] = useDraft(`${me}.note-${kind}-${id}`, "");
  const [isRestored, setRestored] = useState(text !== "");
  useConfirmBeforeLeaving(text !== "");
  function startOver() {
    discardText();
    setRestored(false);
  }
  const submit = useSubmit(
    () => ({ text: text.trim() === "" ? "Enter a note." : undefined }),
    async () => {
      await postNote({ kind, id }, text);
      startOver();
      await mutate();
    },
  );
  async function remove(note: StaffNote) {
    try {
      await deleteNote(note.id);
      await mutate();
    } catch {
      toast({
        title: "Error",
        description: "Failed to delete the note. Please try again.",
        variant: "destructive",
      });
    }
  }
  return (
    <section className={cx(css.notes, !isInCard && css.part)} aria-label="Internal notes">
      {!isInCard && <h3 className={css.title}>Internal notes</h3>}
      {error && !data && (
        <FailureNotice title="We couldn’t load the notes" {...{ error, mutate, isValidating }} />
      )}
      {data && data.length > 0 && (
        <ul className={css.list}>
          {data.map((note) => (
            <li key={note.id} className={css.note}>
              <p className={css.text}>{note.text}</p>
              <p className={css.who}>
                {nameOfMember(note.authorId)} ·{" "}
                <RelativeTime at={note.createdAt} nowText="just now" />
                {kind === "user" && <About note={note} />}
              </p>
              <button
                type="button"
                className={css.remove}
                aria-label={`Delete note ${note.id}`}
                onClick={() => void remove(note)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SubmitForm submit={submit} className={css.form}>
        {isRestored && <RestoredNotice onStartOver={startOver} />}
        <TextAreaField
          label="New note"
          hint="Only staff can see notes. Drivers can’t."
          rows={2}
          maxLength={MAX_LENGTH}
          {...submit.bind("text", text, setText)}
        />
        <Button type="submit" variant="secondary" compact loading={submit.busy}>
          Add note
        </Button>
      </SubmitForm>
    </section>
  );
}

function About({ note: { kind, recordId } }: { note: StaffNote }) {
  const record = RECORDS[kind];
  if (!record) return null;
  return (
    <>
      {" · "}
      <Link to={record.to({ q: String(recordId), row: recordId })}>
        {record.name} {recordId}
      </Link>
    </>
  );
}
