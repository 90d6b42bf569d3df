import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { ACCEPT, FileButton } from "@/parts/itemFiles/AddFiles";
import { PictureChoice } from "@/parts/pictures/PictureChoice";
import { PictureViewer } from "@/parts/pictures/PictureViewer";
import { MAX_BYTES, MAX_FILES } from "@/parts/itemFiles/useUploads";
import { Button } from "@/ui/buttons/Button";
import css from "./PicturePane.module.css";
import { type FillIn, ReadPicture } from "./ReadPicture";

type Props = {
  pictures: readonly File[];
  /** True if the page was reloaded after pictures were chosen, so that the driver must choose them again. */
  hasLostPictures: boolean;
  onChange: (pictures: readonly File[]) => void;
  onFillIn: FillIn;
  onUndo: () => void;
};

const TYPES = ACCEPT.split(",");

/** Whether the server accepts this kind of file. Checks the extension if the browser reports no type. */
const isAcceptedType = ({ name, type }: File): boolean =>
  TYPES.includes(type || name.slice(name.lastIndexOf(".")).toLowerCase());

/** The pictures of the paper ticket: taken or chosen, then shown beside the fields. */
export function PicturePane({ pictures, hasLostPictures, onChange, onFillIn, onUndo }: Props) {
  const [shown, setShown] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const index = Math.min(shown, pictures.length - 1);
  const picture = pictures[index];
  function addFiles(list: FileList | null) {
    const files = [...(list ?? [])];
    const fitting = files.filter((file) => isAcceptedType(file) && file.size <= MAX_BYTES);
    setProblem(
      !files.every(isAcceptedType)
        ? "We can add only JPEG, PNG and PDF files. We left out any others."
        : fitting.length < files.length
          ? "We didn’t add files larger than 15 MB."
          : null,
    );
    if (fitting.length === 0) return;
    onChange([...pictures, ...fitting].slice(0, MAX_FILES));
    setShown(pictures.length);
  }
  return (
    <section className={css.pane} aria-label="Photos of the ticket">
      {picture ? (
        <>
          {pictures.length > 1 && (
            <PictureChoice index={index} count={pictures.length} onShow={setShown} />
          )}
          <PictureViewer
            key={`${index} ${picture.name} ${picture.lastModified}`}
            picture={picture}
            name={picture.name}
            below={(canvas) => <ReadPicture canvas={canvas} onFillIn={onFillIn} onUndo={onUndo} />}
          >
            <Button
              variant="text"
              compact
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => onChange(pictures.filter((one) => one !== picture))}
            >
              Remove Photo
            </Button>
          </PictureViewer>
        </>
      ) : (
        <p>
          {hasLostPictures &&
            "Your photos were lost when this page closed or reloaded. Please choose them again. "}
          Optional: add a photo of your ticket. You can look at it while you fill in the form, and
          we’ll save it with the ticket.
        </p>
      )}
      {pictures.length < MAX_FILES && (
        <div className={css.buttons}>
          <FileButton className={css.camera} accept="image/*" isCamera onFiles={addFiles}>
            {picture ? "Take Another Photo" : "Take Photo"}
          </FileButton>
          <FileButton accept={ACCEPT} onFiles={addFiles}>
            {picture ? "Choose Another File" : "Choose File"}
          </FileButton>
        </div>
      )}
      {problem && <p role="alert">{problem}</p>}
    </section>
  );
}
