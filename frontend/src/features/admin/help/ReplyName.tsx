import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/client";
import type { ReplyTemplate } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import css from "./inquiries.module.css";

type Props = {
  /** The reply that is changed; none when what is written becomes a new one. */
  reply: ReplyTemplate | undefined;
  onKeep: (title: string) => Promise<void>;
  /** A colleague was faster: what is known of the replies is old. */
  onRefused: () => void;
  onCancel: () => void;
};

/** Under which name what is being written is kept. */
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
        {reply ? "Save" : "Keep"}
      </Button>
      <Button variant="text" compact onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

/** Why it was not kept; what is written stays in the field. */
function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "That didn’t work. Please try again.";
  if (error.code === "changed_meanwhile")
    return "A colleague changed this reply meanwhile. Save again to put yours in its place.";
  return error.fields.title ?? error.fields.message ?? "That didn’t work. Please try again.";
}
