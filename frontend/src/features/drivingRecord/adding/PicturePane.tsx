import { RotateCw, Trash2, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { MAX_BYTES } from "@/parts/itemFiles/useUploads";
import { Button } from "@/ui/buttons/Button";
import css from "./PicturePane.module.css";
import { type FillIn, ReadPicture } from "./ReadPicture";

/** Longer side of the drawn picture, in pixels. Enough to read small print when zoomed in. */
const MAX_SIDE = 2000;
const ZOOMS = [1, 1.5, 2, 3];
const ACCEPT = "image/jpeg,image/png,application/pdf";

type Props = {
  picture: File | null;
  onPick: (picture: File | null) => void;
  onFillIn: FillIn;
  onUndo: () => void;
};

/** The picture of the paper ticket: taken or chosen, then shown beside the fields, with zoom and rotation. */
export function PicturePane({ picture, onPick, onFillIn, onUndo }: Props) {
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  function pick(list: FileList | null) {
    const [file] = list ?? [];
    if (!file) return;
    const isTooLarge = file.size > MAX_BYTES;
    setProblem(isTooLarge ? "This file is larger than 15 MB." : null);
    if (!isTooLarge) onPick(file);
  }
  return (
    <section className={css.pane} aria-label="Picture of the ticket">
      {picture ? (
        <Picture
          key={`${picture.name} ${picture.lastModified}`}
          picture={picture}
          onRemove={() => onPick(null)}
          onFillIn={onFillIn}
          onUndo={onUndo}
        />
      ) : (
        <>
          <p>
            Start with a picture, so you can read it while you type. We keep it with the ticket.
          </p>
          <div className={css.buttons}>
            <Button
              variant="secondary"
              className={css.camera}
              onClick={() => camera.current?.click()}
            >
              Take a picture
            </Button>
            <Button variant="secondary" onClick={() => files.current?.click()}>
              Choose a file
            </Button>
          </div>
        </>
      )}
      {problem && <p role="alert">{problem}</p>}
      <input
        ref={camera}
        hidden
        type="file"
        aria-label="Take a picture"
        accept="image/*"
        capture="environment"
        onChange={({ target }) => pick(target.files)}
      />
      <input
        ref={files}
        hidden
        type="file"
        aria-label="Choose a file"
        accept={ACCEPT}
        onChange={({ target }) => pick(target.files)}
      />
    </section>
  );
}

type PictureProps = Omit<Props, "picture" | "onPick"> & { picture: File; onRemove: () => void };

function Picture({ picture, onRemove, onFillIn, onUndo }: PictureProps) {
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const { canvas, isDrawn } = useDrawing(picture, turns);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={css.frame} tabIndex={0} aria-label="Enlarged picture" hidden={!isDrawn}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={picture.name}
          style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }}
        />
      </section>
      {!isDrawn && <p className={css.name}>{picture.name}</p>}
      <div className={css.buttons}>
        {isDrawn && (
          <>
            <Button
              variant="secondary"
              compact
              icon={<ZoomOut size={18} aria-hidden="true" />}
              aria-disabled={zoom === 0}
              onClick={() => setZoom(Math.max(zoom - 1, 0))}
            >
              Zoom out
            </Button>
            <Button
              variant="secondary"
              compact
              icon={<ZoomIn size={18} aria-hidden="true" />}
              aria-disabled={zoom === ZOOMS.length - 1}
              onClick={() => setZoom(Math.min(zoom + 1, ZOOMS.length - 1))}
            >
              Zoom in
            </Button>
            <Button
              variant="secondary"
              compact
              icon={<RotateCw size={18} aria-hidden="true" />}
              onClick={() => setTurns((turns + 1) % 4)}
            >
              Rotate
            </Button>
          </>
        )}
        <Button
          variant="text"
          compact
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={onRemove}
        >
          Remove picture
        </Button>
      </div>
      {isDrawn && <ReadPicture canvas={canvas} onFillIn={onFillIn} onUndo={onUndo} />}
    </>
  );
}

/** Draws the picture with this many quarter turns. What the browser can't draw, such as a PDF, stays undrawn. */
function useDrawing(picture: File, turns: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isGone = false;
    createImageBitmap(picture).then(
      (drawn) => (isGone ? drawn.close() : setBitmap(drawn)),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [picture]);
  useEffect(() => {
    const target = canvas.current;
    const context = target?.getContext("2d");
    if (!bitmap || !target || !context) return;
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    const isSideways = turns % 2 === 1;
    target.width = isSideways ? height : width;
    target.height = isSideways ? width : height;
    context.translate(target.width / 2, target.height / 2);
    context.rotate((turns * Math.PI) / 2);
    context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  }, [bitmap, turns]);
  return { canvas, isDrawn: bitmap !== null };
}
