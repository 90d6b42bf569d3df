import Check from "lucide-react/icons/check";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Button } from "./Button";

const SHOWN_MS = 3000;

type Props = Pick<ComponentProps<typeof Button>, "variant" | "compact"> & {
  text: string;
  /** Shown if the browser refuses to copy. Says what to do instead. */
  failureText: string;
  children: ReactNode;
};

/** Copies text to the clipboard and shows whether that worked. */
export function CopyButton({ text, failureText, children, variant = "secondary", compact }: Props) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  async function copy() {
    // Without HTTPS, browsers have no clipboard API.
    const hasCopied = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true))
      .catch(() => false)
      .then(Boolean);
    setState(hasCopied ? "copied" : "failed");
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
        {state === "failed" && failureText}
      </span>
    </>
  );
}
