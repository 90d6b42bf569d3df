import { useEffect, useRef } from "react";
import type { AddedItem } from "@/api/types";
import { UploadRow } from "@/parts/itemFiles/UploadRow";
import { type Save, saveFile, useUploads } from "@/parts/itemFiles/useUploads";
import { Card } from "@/ui/layout/Card";
import css from "../adding.module.css";

type Props = {
  added: AddedItem;
  pictures: readonly File[];
  /**
   * Called once each picture is saved or the driver has decided to leave it out. `saved` is the number of saved
   * pictures, without those left out.
   */
  onDone: (saved: number) => void;
};

/** Saves the pictures of a ticket that was just added, with progress. The driver can retry a picture that failed. */
export function SavePictures({ added, pictures, onDone }: Props) {
  const saved = useRef(0);
  const save: Save<unknown> = (file, onProgress) =>
    saveFile(added.kind, added.itemId, file, onProgress);
  const { uploads, add, retry, drop } = useUploads(save, () => {
    saved.current += 1;
  });
  const step = useRef<"idle" | "saving" | "done">("idle");
  useEffect(() => {
    if (step.current === "idle") {
      step.current = "saving";
      add(pictures);
    } else if (step.current === "saving" && uploads.length === 0) {
      step.current = "done";
      onDone(saved.current);
    }
  }, [uploads, pictures, add, onDone]);
  return (
    <Card title="Saving your photos">
      <p className={css.intro}>
        Your {added.kind === "toll" ? "toll" : "ticket"} was added. Keep this page open until the
        photos are saved.
      </p>
      <ul className={css.uploads}>
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => retry(upload)}
            onDrop={() => drop(upload.key)}
          />
        ))}
      </ul>
    </Card>
  );
}
