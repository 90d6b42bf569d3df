import { NetworkError } from "@/api/client";

/** Rejects if a response takes too long, so that the user doesn't wait indefinitely. */
export async function withTimeout<T>(response: Promise<T>, ms = 30_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NetworkError(`no response within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
