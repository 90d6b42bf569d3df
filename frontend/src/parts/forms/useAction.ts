import { useState } from "react";
import { toast } from "@/ui/overlays/toast";
import { failureText } from "./useSubmit";

/** State of a button that makes a call: busy while the call runs. A toast shows why a call failed. */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  async function run(...args: Args) {
    setBusy(true);
    try {
      await work(...args);
    } catch (error) {
      toast({ title: "Error", description: failureText(error), variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }
  return { busy, run: (...args: Args) => void run(...args) };
}
