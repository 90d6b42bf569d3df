/** Maximum size of the copy that is sent first, in bytes. On Slow 4G, such a copy is sent within four seconds. */
export const MAX_SENT_FIRST = 300_000;
/** Longest sides in pixels with JPEG qualities, tried in order until the copy is small enough. */
const STEPS = [
  [1600, 0.8],
  [1600, 0.6],
  [1200, 0.5],
  [800, 0.5],
] as const;

/**
 * Returns a small JPEG of a photo without metadata. Returns null if the file is small already, isn't a readable photo,
 * or can't be made small enough.
 */
export async function shrink(file: File): Promise<Blob | null> {
  if (file.size <= MAX_SENT_FIRST || !/^image\/(jpeg|png)$/.test(file.type)) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const [side, quality] of STEPS) {
      const copy = await draw(picture, side, quality);
      if (copy && copy.size <= MAX_SENT_FIRST) return copy;
    }
    return null;
  } finally {
    picture.close();
  }
}

/** Draws a picture as a JPEG whose longer side has at most `side` pixels. */
function draw(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparency, so transparent areas become white.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}
