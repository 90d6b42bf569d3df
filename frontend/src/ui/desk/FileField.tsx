import { CircleCheck, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "@/ui/buttons/Button";
import { Field, type FieldProps } from "@/ui/forms/Field";
import { cx } from "../cx";
import css from "./FileField.module.css";

type Props = FieldProps & {
  name: string;
  accept: string;
  /** What is asked for: "a CSV file". */
  what: string;
  file: File | null;
  onFile: (file: File | null) => void;
  disabled?: boolean;
};

/** A size as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** One file, chosen or dropped; its name and size stand there until it is sent. */
export function FileField(props: Props) {
  const { label, hint, error, name, accept, what, file, onFile, disabled } = props;
  const [over, setOver] = useState(false);
  const [several, setSeveral] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function take(files: FileList | null) {
    setSeveral((files?.length ?? 0) > 1);
    onFile(files?.length === 1 ? (files[0] ?? null) : null);
  }
  function drag(event: DragEvent, isOver: boolean) {
    // Without this the browser would leave the page for the file.
    event.preventDefault();
    setOver(isOver && !disabled);
  }
  const wrong = several ? "Bring one file at a time." : error;
  return (
    <Field label={label} hint={hint} error={wrong}>
      {({ id, ...control }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the input in it is everybody's
        <div
          className={cx(css.zone, over && css.over, wrong && css.wrong)}
          onDragEnter={(event) => drag(event, true)}
          onDragOver={(event) => drag(event, true)}
          onDragLeave={(event) => drag(event, false)}
          onDrop={(event) => {
            drag(event, false);
            if (!disabled) take(event.dataTransfer.files);
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
                <p className={css.soft}>{sizeText(file.size)}</p>
              </>
            ) : (
              <>
                <p className={css.choose}>Choose {what}</p>
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
            // A corrected file has the same name, which the browser would take for no change.
            onClick={(event) => {
              event.currentTarget.value = "";
            }}
            onChange={(event) => take(event.target.files)}
          />
          {file && !disabled && (
            <Button
              className={css.remove}
              variant="text"
              compact
              aria-label={`Remove ${file.name}`}
              onClick={() => {
                take(null);
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
