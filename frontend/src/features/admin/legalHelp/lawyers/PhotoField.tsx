import { useRef, useState } from "react";
import { ApiError } from "@/api/client";
import type { Lawyer } from "@/api/types";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Field } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";
import { Portrait } from "@/ui/Portrait";
import { refresh } from "../../desk/live/refresh";
import { deletePhoto, LAWYERS_KEY, photoUrl, postPhoto } from "./calls";
import css from "./lawyers.module.css";

const MAX_BYTES = 10 * 1024 * 1024;
const TOO_LARGE = "This photo is larger than 10 MB.";

/** The lawyer's photo, which is saved immediately and not with the form. */
export function PhotoField({ lawyer }: { lawyer: Lawyer }) {
  const [hasPhoto, setHasPhoto] = useState(lawyer.hasPhoto);
  /** Increases with each upload, so that the browser doesn't show the earlier photo. */
  const [uploads, setUploads] = useState(0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  /**
   * Runs a call, and then shows a toast with this title. `hasPhotoAfterwards` says whether the lawyer has a
   * photo after the call.
   */
  async function save(call: () => Promise<unknown>, hasPhotoAfterwards: boolean, title: string) {
    setError(undefined);
    setBusy(true);
    try {
      await call();
      setHasPhoto(hasPhotoAfterwards);
      setUploads((count) => count + 1);
      toast({ title, description: lawyer.name });
      void refresh(LAWYERS_KEY);
    } catch (failure) {
      setError(describePhotoError(failure));
    } finally {
      setBusy(false);
    }
  }
  function upload(file: File) {
    if (file.size > MAX_BYTES) return setError(TOO_LARGE);
    void save(() => postPhoto(lawyer.id, file), true, "Photo Saved");
  }
  return (
    <div className={css.photo}>
      <Portrait name={lawyer.name} photo={hasPhoto ? photoUrl(lawyer.id, uploads) : null} />
      <Field
        label="Photo"
        optional
        hint="A JPEG or PNG up to 10 MB. We crop it to a square from the center and save it right away."
        error={error}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            name="photo"
            accept="image/jpeg,image/png,.jpg,.jpeg,.png"
            disabled={busy}
            // Choosing a corrected file with the same name would otherwise fire no change event.
            onClick={(event) => {
              event.currentTarget.value = "";
            }}
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              if (chosen) upload(chosen);
            }}
          />
        )}
      </Field>
      {hasPhoto && (
        <Button
          variant="text"
          compact
          loading={busy}
          loadingText="Saving..."
          onClick={() => {
            input.current?.focus();
            void save(() => deletePhoto(lawyer.id), false, "Photo Removed");
          }}
        >
          Remove photo
        </Button>
      )}
    </div>
  );
}

/** Returns the server's message about the file if there is one. */
function describePhotoError(error: unknown): string {
  if (!(error instanceof ApiError)) return failureText(error);
  return error.status === 413 ? TOO_LARGE : (error.fields.file ?? failureText(error));
}
