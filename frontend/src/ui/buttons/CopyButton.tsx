import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Button } from "./Button";

const SHOWN_MS = 3000;

type Props = Pick<ComponentProps<typeof Button>, "variant" | "compact"> & {
  text: string;
  /** Said when the browser refuses: how to go on. */
  failed: string;
  children: ReactNode;
};

/** Puts a text on the clipboard, and says whether it is there. */
export function CopyButton({ text, failed, children, variant = "secondary", compact }: Props) {
  const [state, setState] = useState<"still" | "copied" | "failed">("still");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("still"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  async function copy() {
    // Without https a browser has no clipboard at all.
    const isDone = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true))
      .catch(() => false)
      .then(Boolean);
    setState(isDone ? "copied" : "failed");
  }
  return (
    <>
      <Button
        variant={variant}
        compact={compact}
        icon={state === "copied" && <Check size={18} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {state === "copied" ? "Copied" : children}
      </Button>
      <span role="status" className={state === "failed" ? undefined : "visually-hidden"}>
        {state === "copied" && "Copied"}
        {state === "failed" && failed}
      </span>
    </>
  );
}
