import { useState } from "react";
import type { ContestLetter } from "@/api/types";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import { FailureNotice } from "@/parts/FailureNotice";
import { fileUrl, filesKey, getFiles } from "@/parts/itemFiles/calls";
import { LazyItemFiles } from "@/parts/itemFiles/LazyItemFiles";
import { Loading } from "@/ui/feedback/Loading";
import { Checkbox } from "@/ui/forms/Checkbox";
import type { ItemRef } from "./calls";
import css from "./contesting.module.css";
import { toggleEntry } from "./letterValues";
import { unprintableNote } from "./unprintableNote";

type Props = {
  item: ItemRef;
  letter: ContestLetter;
  chosen: readonly number[];
  onChoose: (fileIds: number[]) => void;
};

/** Lets the driver choose which of the item's photos and documents the letter encloses. */
export function Evidence({ item: { kind, id }, letter, chosen, onChoose }: Props) {
  const { data, error, isValidating, mutate } = useRead(
    filesKey(kind, id),
    () => getFiles(kind, id),
    REVALIDATE_ON_MOUNT,
  );
  const [hasOpened, setOpened] = useState(false);
  // Deleted files are left out, so that they don't count toward the maximum.
  const known = chosen.filter((one) => data?.some((file) => file.id === one) ?? true);
  const names = data?.filter((file) => known.includes(file.id)).map((file) => file.name);
  return (
    <div className={css.evidence}>
      {!data && error && <FailureNotice {...{ error, mutate, isValidating }} />}
      {!data && !error && <Loading label="Loading photos and documents" height="4.5rem" />}
      {data && data.length > 0 && (
        <fieldset className={css.checks}>
          <legend>
            Choose what to enclose. Photos are printed in the letter. Documents are only listed, so
            print and enclose them.
          </legend>
          {data.map((file) => (
            <Checkbox
              key={file.id}
              label={
                <span className={css.file}>
                  {file.kind !== "pdf" && (
                    <img className={css.photo} src={fileUrl(file.id)} alt="" loading="lazy" />
                  )}
                  <span className={css.fileName}>
                    {file.name}
                    {file.kind === "pdf" && " (print it and enclose it)"}
                  </span>
                </span>
              }
              checked={known.includes(file.id)}
              onChange={({ target }) => onChoose(toggleEntry(known, file.id, target.checked))}
            />
          ))}
        </fieldset>
      )}
      {unprintableNote(letter, "fileIds", names?.join(" ") ?? "")}
      {data?.length === 0 && <p className={css.soft}>There are no photos or documents yet.</p>}
      <details className={css.files} onToggle={() => setOpened(true)}>
        <summary>Add or delete photos and documents</summary>
        {hasOpened && <LazyItemFiles kind={kind} id={id} heading="h3" />}
      </details>
    </div>
  );
}
