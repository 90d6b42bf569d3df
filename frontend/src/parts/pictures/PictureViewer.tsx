import RotateCw from "lucide-react/icons/rotate-cw";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { apiFetch, readBody } from "@/api/client";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import css from "./PictureViewer.module.css";

/** Longer side of the drawn picture, in pixels. Enough to read small print when zoomed in. */
const MAX_SIDE = 2000;
const ZOOMS = [1, 1.5, 2, 3];

type Props = {
  /** A picture that was just chosen, or the URL of a stored one. */
  picture: Blob | string;
  name: string;
  /** More buttons, after those for zoom and rotation. */
  children?: ReactNode;
  /** Content below the buttons once the picture is drawn. */
  below?: (canvas: RefObject<HTMLCanvasElement | null>) => ReactNode;
};

/** A picture to read, with zoom and rotation. For a file that can't be drawn, such as a PDF, only its name is shown. */
export function PictureViewer({ picture, name, children, below }: Props) {
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const { canvas, isLoading, isDrawn, error, retry } = useDrawing(picture, turns);
  return (
    <div className={css.viewer}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={css.frame} tabIndex={0} aria-label="Enlarged photo" hidden={!isDrawn}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={name}
          style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }}
        />
      </section>
      {isLoading && <p role="status">Loading the photo…</p>}
      {!isLoading && !isDrawn && !error && <p className={css.name}>{name}</p>}
      {error !== null && (
        <FailureNotice title="We couldn’t load this photo" error={error} mutate={retry} />
      )}
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
        {children}
      </div>
      {isDrawn && below?.(canvas)}
    </div>
  );
}

type Loaded = { picture: Blob | string; bitmap: ImageBitmap | null; error: unknown };

/** Draws the picture, rotated by this many quarter turns. `retry` loads a stored picture again after a failure. */
function useDrawing(picture: Blob | string, turns: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads the picture again
  useEffect(() => {
    let isGone = false;
    let bitmap: ImageBitmap | null = null;
    const storeDrawing = (drawn: ImageBitmap | null, error: unknown = null) => {
      bitmap = drawn;
      if (isGone) drawn?.close();
      else setLoaded({ picture, bitmap: drawn, error });
    };
    loadBlob(picture).then(
      async (blob) => storeDrawing(await decode(blob)),
      (error) => storeDrawing(null, error),
    );
    return () => {
      isGone = true;
      bitmap?.close();
    };
  }, [picture, attempts]);
  const bitmap = loaded?.picture === picture ? loaded.bitmap : null;
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
  function retry() {
    setLoaded(null);
    setAttempts(attempts + 1);
  }
  const isLoading = loaded?.picture !== picture;
  return { canvas, isLoading, isDrawn: bitmap !== null, error: loaded?.error ?? null, retry };
}

/** Decodes a picture. Returns null for a file that the browser can't decode, such as a PDF. */
async function decode(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob);
  } catch {
    return null;
  }
}

/** Returns the picture's data. A string is a URL, whose data is loaded. */
const loadBlob = async (picture: Blob | string): Promise<Blob> =>
  typeof picture === "string" ? readBody((await apiFetch(picture)).blob()) : picture;
