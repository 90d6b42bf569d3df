import { type FormEvent, useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import type { ReplyTemplate } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import { deleteTemplate, getTemplates, postTemplate, TEMPLATES } from "./calls";
import css from "./inquiries.module.css";

type Props = {
  /** What is being written. */
  text: string;
  /** Takes a reply into what is being written. */
  insert: (message: string) => void;
};

/** Replies that support keeps: chosen, they are ready to be sent; what is being written can be kept as one. */
export function Replies({ text, insert }: Props) {
  const { data, mutate } = useSWR<ReplyTemplate[]>(TEMPLATES, getTemplates, {
    revalidateOnMount: true,
  });
  const [naming, setNaming] = useState(false);
  const [title, setTitle] = useState("");
  const [wrong, setWrong] = useState<string | undefined>();
  const [chosen, setChosen] = useState("");
  const used = data?.find(({ id }) => String(id) === chosen);

  async function keep(event: FormEvent) {
    event.preventDefault();
    try {
      await postTemplate({ title, message: text });
      await mutate();
      setNaming(false);
      setTitle("");
    } catch (error) {
      const said = error instanceof ApiError ? (error.fields.title ?? error.fields.message) : null;
      setWrong(said ?? "That didn’t work. Please try again.");
    }
  }
  async function remove() {
    if (!used) return;
    setChosen("");
    await deleteTemplate(used.id).catch(() => undefined);
    await mutate();
  }
  return (
    <div className={css.replies}>
      <select
        className={css.assignee}
        aria-label="Kept replies"
        value={chosen}
        onChange={({ target }) => {
          setChosen(target.value);
          const reply = data?.find(({ id }) => String(id) === target.value);
          if (reply) insert(reply.message);
        }}
      >
        <option value="">Kept replies…</option>
        {data?.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {used && (
        <Button variant="text" compact onClick={() => void remove()}>
          Remove this reply
        </Button>
      )}
      {text.trim() !== "" && !naming && !used && (
        <Button variant="text" compact onClick={() => setNaming(true)}>
          Keep this reply
        </Button>
      )}
      {naming && (
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
          <Button type="submit" variant="secondary" compact>
            Keep
          </Button>
          <Button variant="text" compact onClick={() => setNaming(false)}>
            Cancel
          </Button>
        </form>
      )}
    </div>
  );
}
