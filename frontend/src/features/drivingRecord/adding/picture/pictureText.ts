import { createWorker, OEM, type Worker } from "tesseract.js";

/** URL of the folder with the worker, the program and the model. The folder's name contains a hash of their content. */
const FILES = process.env.READING_FILES;
/** Maximum time for reading a picture, in milliseconds. A phone usually needs a few seconds. */
const TIMEOUT = 60_000;

/**
 * Reads the English text of a picture on this device; the picture isn't sent anywhere. `onProgress`
 * gets the progress, from 0 to 1. Fails if the picture can't be read, after TIMEOUT, or
 * once `signal` is aborted.
 */
export async function readPictureText(
  picture: HTMLCanvasElement,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  let isOver = false;
  let worker: Worker | undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const onAbort = () => fail(signal.reason);
  signal.addEventListener("abort", onAbort);
  const timer = setTimeout(() => fail(new Error("reading took too long")), TIMEOUT);

  async function read(): Promise<string> {
    const started = await createWorker("eng", OEM.LSTM_ONLY, {
      workerPath: `${FILES}/worker.min.js`,
      corePath: `${FILES}/core.js`,
      langPath: FILES,
      gzip: false,
      workerBlobURL: false,
      // The library doesn't store the files, because the browser's HTTP cache does.
      cacheMethod: "none",
      logger: ({ status, progress }) => {
        if (!isOver && status === "recognizing text") onProgress(progress);
      },
      // If the model can't be loaded, `createWorker` never settles, and only this handler is
      // called. The library doesn't return that worker, so the worker runs until the page closes.
      errorHandler: fail,
    });
    if (isOver) {
      await started.terminate();
      throw new Error("reading was stopped");
    }
    worker = started;
    return (await worker.recognize(picture)).data.text;
  }
  try {
    return await Promise.race([read(), failed]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    await worker?.terminate();
  }
}
