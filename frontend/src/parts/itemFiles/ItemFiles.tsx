import FileDown from "lucide-react/icons/file-down";
import { useEffect, useState } from "react";
import { download } from "@/api/download";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import type { ItemFile } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { FailureNotice } from "@/parts/FailureNotice";
import { HIRES_PAGE } from "@/parts/hires/calls";
import { useLawyerHires } from "@/parts/hires/useLawyerHires";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Loading } from "@/ui/feedback/Loading";
import { Checkbox } from "@/ui/forms/Checkbox";
import { AddFiles } from "./AddFiles";
import { fileUrl, filesKey, getFiles, myFileUrl } from "./calls";
import { FileRow } from "./FileRow";
import css from "./ItemFiles.module.css";
import { sendOriginal } from "./originals";
import { PictureChoice } from "@/parts/pictures/PictureChoice";
import { PictureViewer } from "@/parts/pictures/PictureViewer";
import { readOriginal } from "./storedOriginals";
import { UploadRow } from "./UploadRow";
import { type Save, saveFile, useUploads } from "./useUploads";

type Props = {
  kind: ItemKind;
  id: number;
  heading: "h2" | "h3";
  /** Whether the viewer is staff; otherwise the viewer is the item's driver. */
  isStaff?: boolean;
  /** Whether files can only be opened, because the item is no longer on the record. */
  isReadOnly?: boolean;
  /** Whether the photos also appear above the list, large enough to read. */
  isEnlarged?: boolean;
};

/** Photos and documents of an item, to add, open and delete (docs/product/evidence.md). */
export default function ItemFiles(props: Props) {
  const { kind, id, heading: Heading, isStaff = false, isReadOnly = false } = props;
  const { isEnlarged = false } = props;
  const read = () => getFiles(kind, id);
  const { data, error, isValidating, mutate } = useRead(
    filesKey(kind, id),
    read,
    REVALIDATE_ON_MOUNT,
  );
  const save: Save<ItemFile> = (file, onProgress) => saveFile(kind, id, file, onProgress);
  const { uploads, add, retry, drop } = useUploads(save, () => void mutate());
  useContinuedOriginals(kind, id, isReadOnly ? undefined : data);
  const count = (data?.length ?? 0) + uploads.filter(({ error }) => error === null).length;
  return (
    <section className={css.panel} aria-label="Photos and documents">
      <Heading className={css.heading}>Photos and documents</Heading>
      {data?.length === 0 && uploads.length === 0 && (
        <p className={css.soft}>
          {isReadOnly
            ? "No photos or documents."
            : isStaff
              ? "No photos or documents yet."
              : `Keep everything for this ${kind === "toll" ? "toll" : "ticket"} together: photos of the location and signs, your ticket or notice, and any letters you get.`}
        </p>
      )}
      {!data && error && <FailureNotice {...{ error, mutate, isValidating }} />}
      {!data && !error && <Loading label="Loading photos and documents" height="4.5rem" />}
      {isEnlarged && data && <EnlargedPhotos files={data} />}
      {data && (data.length > 0 || uploads.length > 0) && (
        <ul className={css.list}>
          {data.map((file) => (
            <FileRow
              key={file.id}
              item={{ kind, id }}
              file={file}
              isStaff={isStaff}
              isReadOnly={isReadOnly}
              onDeleted={() => void mutate()}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDrop={() => drop(upload.key)}
            />
          ))}
        </ul>
      )}
      {data && !isReadOnly && <AddFiles count={count} onFiles={add} />}
      <MyFile kind={kind} id={id} isStaff={isStaff} />
    </section>
  );
}

/** The photos one by one, with zoom and rotation. */
function EnlargedPhotos({ files }: { files: ItemFile[] }) {
  const [shown, setShown] = useState(0);
  const photos = files.filter(({ kind }) => kind !== "pdf");
  const index = Math.min(shown, photos.length - 1);
  const photo = photos[index];
  if (!photo) return null;
  return (
    <>
      {photos.length > 1 && <PictureChoice index={index} count={photos.length} onShow={setShown} />}
      <PictureViewer key={photo.id} picture={fileUrl(photo.id)} name={photo.name} />
    </>
  );
}

/** Continues the uploads of originals that the page had started before it was closed or reloaded. */
function useContinuedOriginals(kind: ItemKind, id: number, files: ItemFile[] | undefined) {
  const [seen] = useState(() => new Set<number>());
  useEffect(() => {
    for (const file of files ?? []) {
      if (file.sha256 !== null || seen.has(file.id)) continue;
      seen.add(file.id);
      void readOriginal(file.id).then((original) => {
        if (original) sendOriginal({ kind, id }, file, original);
      });
    }
  }, [kind, id, files, seen]);
}

/** Whether the driver has hired a lawyer for the ticket before. Also true if there are too many hires to be sure. */
function useHadLawyer(ticketId: number, isOwnTicket: boolean): boolean {
  const { data } = useLawyerHires(isOwnTicket);
  const hasMore = data?.length === HIRES_PAGE;
  return isOwnTicket && (hasMore || Boolean(data?.some((hire) => hire.ticketId === ticketId)));
}

/** Link to one PDF with everything about the item. Only drivers can include the messages with their lawyer. */
function MyFile({ kind, id, isStaff }: { kind: ItemKind; id: number; isStaff: boolean }) {
  const [messages, setMessages] = useState(false);
  const hasLawyer = useHadLawyer(id, kind === "ticket" && !isStaff);
  return (
    <div className={css.add}>
      <p className={css.soft}>
        Download one PDF with the facts, dates, photos and payments
        {isStaff
          ? ", for a lawyer or a hearing."
          : ". Keep it, give it to a lawyer or bring it to a hearing."}{" "}
        Documents are listed by name but aren’t in the PDF, so include them separately.
      </p>
      {hasLawyer && (
        <Checkbox
          label="Include messages with my lawyer"
          checked={messages}
          onChange={({ target }) => setMessages(target.checked)}
        />
      )}
      <DownloadLink
        href={myFileUrl(kind, id, messages)}
        onDownload={download}
        failureText="We couldn’t make the PDF. Please try again."
        icon={<FileDown size={20} aria-hidden="true" />}
        variant="secondary"
        block
      >
        Download Summary (PDF)
      </DownloadLink>
    </div>
  );
}
