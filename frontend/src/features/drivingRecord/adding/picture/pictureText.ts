import { createWorker, OEM, type Worker } from "tesseract.js";

/** Folder of the worker, its program and the model. The build names it after their content. */
const FILES = process.env.READING_FILES;
/** A phone reads a ticket in a few seconds. After this many milliseconds the driver types instead. */
const TIMEOUT = 60_000;

/**
 * Reads the English text of a picture on this device; the picture isn't sent anywhere. `onProgress` gets the part that
 * is read, from 0 to 1. Fails if the device can't do it, if it takes too long, or once `signal` is aborted.
 */
export async function readPictureText(
  picture: HTMLCanvasElement,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  let worker: Worker | undefined;
  const stopped = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  const isStopped = new Promise<never>((_, reject) => {
    stopped.addEventListener("abort", () => reject(stopped.reason), { once: true });
  });
  const read = async () => {
    worker = await createWorker("eng", OEM.LSTM_ONLY, {
      workerPath: `${FILES}/worker.min.js`,
      corePath: `${FILES}/core.js`,
      langPath: FILES,
      gzip: false,
      workerBlobURL: false,
      // The browser keeps the files, which never change under their names.
      cacheMethod: "none",
      logger: ({ status, progress }) => {
        if (status === "recognizing text") onProgress(progress);
      },
      // Failures reject the promise. Without a handler the library throws them a second time.
      errorHandler: () => undefined,
    });
    const { data } = await worker.recognize(picture);
    return data.text;
  };
  const text = read();
  // A worker that starts only after the reading was stopped ends at once.
  const end = () => worker?.terminate();
  text.then(end, end);
  try {
    return await Promise.race([text, isStopped]);
  } finally {
    await end();
  }
}
