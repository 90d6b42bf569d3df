import CircleCheck from "lucide-react/icons/circle-check";
import FileUp from "lucide-react/icons/file-up";
import { type DragEvent, useRef, useState } from "react";
import { formatSize } from "@/ui/forms/fileSize";
import { Button } from "@/ui/buttons/Button";
import { Field, type FieldProps } from "@/ui/forms/Field";
import { cx } from "../cx";
import css from "./FileField.module.css";

type Props = FieldProps & {
  name: string;
  accept: string;
  /** The kind of file, such as "a CSV file". */
  fileKind: string;
  file: File | null;
  onFile: (file: File | null) => void;
  disabled?: boolean;
};

/** A field for one file, chosen or dropped. Shows the file's name and size until the file is sent. */
export function FileField(props: Props) {
  const { label, hint, error, name, accept, fileKind, file, onFile, disabled } = props;
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [hasSeveral, setHasSeveral] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function selectFile(files: FileList | null) {
    setHasSeveral((files?.length ?? 0) > 1);
    onFile(files?.length === 1 ? (files[0] ?? null) : null);
  }
  function onDrag(event: DragEvent, isOver: boolean) {
    // Stops the browser from leaving the page and opening the dropped file.
    event.preventDefault();
    setDraggedOver(isOver && !disabled);
  }
  const errorText = hasSeveral ? "Add one file at a time." : error;
  return (
    <Field label={label} hint={hint} error={errorText}>
      {({ id, ...control }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: only a mouse drops files; the input is for everyone
        <div
          className={cx(css.zone, isDraggedOver && css.over, errorText && css.wrong)}
          onDragEnter={(event) => onDrag(event, true)}
          onDragOver={(event) => onDrag(event, true)}
          onDragLeave={(event) => onDrag(event, false)}
          onDrop={(event) => {
            onDrag(event, false);
            if (!disabled) selectFile(event.dataTransfer.files);
          }}
        >
          {file ? (
            <CircleCheck size={28} aria-hidden="true" />
          ) : (
            <FileUp size={28} aria-hidden="true" />
          )}
          <div className={css.text} id={`${id}-file`}>
            {file ? (
              <>
                <p className={css.name}>{file.name}</p>
                <p className={css.soft}>{formatSize(file.size)}</p>
              </>
            ) : (
              <>
                <p className={css.choose}>Choose {fileKind}</p>
                <p className={css.soft}>or drop it here</p>
              </>
            )}
          </div>
          <input
            ref={input}
            className={css.input}
            id={id}
            type="file"
            name={name}
            accept={accept}
            disabled={disabled}
            aria-invalid={control["aria-invalid"]}
            aria-describedby={[control["aria-describedby"], `${id}-file`].filter(Boolean).join(" ")}
            // Choosing a corrected file with the same name would otherwise fire no change event.
            onClick={(event) => {
              event.currentTarget.value = "";
            }}
            onChange={(event) => selectFile(event.target.files)}
          />
          {file && !disabled && (
            <Button
              className={css.remove}
              variant="text"
              compact
              aria-label={`Remove ${file.name}`}
              onClick={() => {
                selectFile(null);
                input.current?.focus();
              }}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
