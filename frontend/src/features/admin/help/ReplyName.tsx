import { useState } from "react";
import { ApiError } from "@/api/client";
import type { ReplyTemplate } from "@/api/types";
import { describeRefusal } from "@/parts/forms/describeRefusal";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import css from "./inquiries.module.css";

type Props = {
  /** The saved reply to change. If undefined, a new reply is saved. */
  reply: ReplyTemplate | undefined;
  onSave: (title: string) => Promise<void>;
  /** Called if a colleague has changed the replies, so that the list is out of date. */
  onConflict: () => void;
  onCancel: () => void;
};

const REFUSALS = {
  changed_meanwhile: "A colleague changed this reply. Save again to replace it with yours.",
};

/** Asks for the name under which the message is saved as a reply. */
export function ReplyName({ reply, onSave, onConflict, onCancel }: Props) {
  const [title, setTitle] = useState(reply?.title ?? "");
  const submit = useSubmit(
    () => ({}),
    () => onSave(title),
    (error) => {
      if (error instanceof ApiError && error.code === "changed_meanwhile") onConflict();
      return { fields: { title: describeRefusal(error, REFUSALS) } };
    },
  );
  return (
    <form className={css.naming} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
      <TextField
        label="Name of the reply"
        maxLength={60}
        {...submit.bind("title", title, setTitle)}
      />
      <Button type="submit" variant="secondary" compact loading={submit.busy}>
        Save
      </Button>
      <Button variant="text" compact onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
