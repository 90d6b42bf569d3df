import Camera from "lucide-react/icons/camera";
import Plus from "lucide-react/icons/plus";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import css from "./ItemFiles.module.css";
import { MAX_FILES } from "./useUploads";

/** Types of files that can be added to items and cases. The server checks the content. */
export const ACCEPT = "image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf";

/** `count` is the number of files that are already saved or being saved. */
type AddProps = { count: number; onFiles: (files: File[]) => void };

/** Lets the user add files with the camera, with the file chooser, or by dropping them. */
export function AddFiles({ count, onFiles }: AddProps) {
  const [isOver, setOver] = useState(false);
  const room = MAX_FILES - count;
  if (room <= 0)
    return (
      <p className={css.soft}>You’ve reached the limit of 20 files. Delete one to add another.</p>
    );
  const addFiles = (files: FileList | null) => onFiles([...(files ?? [])].slice(0, room));

  function onDrag(event: DragEvent, isOverNow: boolean) {
    // Stops the browser from leaving the page and opening the dropped file.
    event.preventDefault();
    setOver(isOverNow);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a mouse drops files; the buttons are for everyone
    <div
      className={cx(css.add, isOver && css.over)}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        addFiles(event.dataTransfer.files);
      }}
    >
      <div className={css.buttons}>
        <FileButton
          className={css.camera}
          icon={<Camera size={20} aria-hidden="true" />}
          accept="image/*"
          isCamera
          onFiles={addFiles}
        >
          Take Photo
        </FileButton>
        <FileButton icon={<Plus size={20} aria-hidden="true" />} accept={ACCEPT} onFiles={addFiles}>
          Add Files
        </FileButton>
      </div>
      <p className={css.soft}>
        PDF, JPEG or PNG, at most 15 MB each.
        <span className={css.drop}> You can drop them here.</span>
      </p>
    </div>
  );
}

type FileButtonProps = {
  className?: string | undefined;
  icon?: ReactNode;
  accept: string;
  isCamera?: boolean;
  onFiles: (files: FileList | null) => void;
  children: string;
};

/** A button that opens the camera or the file chooser. */
export function FileButton({
  className,
  icon,
  accept,
  isCamera,
  onFiles,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={className}>
      <Button variant="secondary" block icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={children}
        accept={accept}
        {...(isCamera ? { capture: "environment" } : { multiple: true })}
        // Choosing the same file again would otherwise fire no change event.
        onClick={(event) => {
          event.currentTarget.value = "";
        }}
        onChange={({ target }) => onFiles(target.files)}
      />
    </div>
  );
}
