import { useState } from "react";

/** Tracks a call per row, so that its button is disabled while the call runs. */
export function useCallPerRow(work: (id: number) => Promise<void>) {
  const [busy, setBusy] = useState<readonly number[]>([]);
  async function run(id: number) {
    setBusy((ids) => [...ids, id]);
    try {
      await work(id);
    } finally {
      setBusy((ids) => ids.filter((other) => other !== id));
    }
  }
  return { isBusy: (id: number) => busy.includes(id), run: (id: number) => void run(id) };
}
