import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/client";
import type { ReplyTemplate } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import css from "./inquiries.module.css";

type Props = {
  /** The saved reply to change. If undefined, a new reply is saved. */
  reply: ReplyTemplate | undefined;
  onKeep: (title: string) => Promise<void>;
  /** Called if a colleague changed the replies first, so the list is out of date. */
  onRefused: () => void;
  onCancel: () => void;
};

/** Asks for the name under which the message is saved as a reply. */
export function ReplyName({ reply, onKeep, onRefused, onCancel }: Props) {
  const [title, setTitle] = useState(reply?.title ?? "");
  const [wrong, setWrong] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);

  async function keep(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await onKeep(title);
    } catch (error) {
      setWrong(refusalOf(error));
      if (error instanceof ApiError && error.code === "changed_meanwhile") onRefused();
      setBusy(false);
    }
  }
  return (
    <form className={css.naming} onSubmit={(event) => void keep(event)} noValidate>
      <TextField
        label="Name of the reply"
        maxLength={60}
        value={title}
        error={wrong}
        onChange={({ target }) => {
          setTitle(target.value);
          setWrong(undefined);
        }}
      />
      <Button type="submit" variant="secondary" compact loading={busy}>
        {"Save"}
      </Button>
      <Button variant="text" compact onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

/** Returns why the reply couldn't be saved. The message stays in the field. */
function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "That didn’t work. Please try again.";
  if (error.code === "changed_meanwhile")
    return "A colleague changed this reply. Save again to replace it with yours.";
  return error.fields.title ?? error.fields.message ?? "That didn’t work. Please try again.";
}
