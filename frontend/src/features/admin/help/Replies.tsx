import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { ReplyTemplate } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { deleteTemplate, getTemplates, patchTemplate, postTemplate, TEMPLATES } from "./calls";
import css from "./inquiries.module.css";
import { ReplyName } from "./ReplyName";

type Props = {
  /** The text in the message field. */
  text: string;
  /** Puts a reply into the message field. */
  insert: (message: string) => void;
};

/**
 * Saved replies. Staff can insert one into the message, or save the message as a new reply or over the selected one.
 */
export function Replies({ text, insert }: Props) {
  const { data, mutate } = useSWR<ReplyTemplate[]>(TEMPLATES, getTemplates, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [naming, setNaming] = useState(false);
  const [chosen, setChosen] = useState("");
  const used = data?.find(({ id }) => String(id) === chosen);
  const isWritten = text.trim() !== "";

  async function keep(title: string) {
    const reply = { title, message: text };
    if (used) await patchTemplate(used.id, { ...reply, version: used.version });
    else await postTemplate(reply);
    await mutate();
    setNaming(false);
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
        aria-label="Saved replies"
        value={used ? chosen : ""}
        onChange={({ target }) => {
          setChosen(target.value);
          setNaming(false);
          const reply = data?.find(({ id }) => String(id) === target.value);
          if (reply) insert(reply.message);
        }}
      >
        <option value="">Saved replies…</option>
        {data?.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {!naming && isWritten && (
        <Button variant="text" compact onClick={() => setNaming(true)}>
          {used ? "Update saved reply" : "Save as reply"}
        </Button>
      )}
      {!naming && used && (
        <Button variant="text" compact onClick={() => void remove()}>
          Delete saved reply
        </Button>
      )}
      {naming && (
        <ReplyName
          key={chosen}
          reply={used}
          onKeep={keep}
          onRefused={() => void mutate()}
          onCancel={() => setNaming(false)}
        />
      )}
    </div>
  );
}
