import { type ComponentType, useEffect, useState } from "react";
import { CODE_LOAD_TEXT } from "@/lib/lazy/CodeLoadError";
import { reloadOnce } from "@/lib/lazy/reloadOnce";
import { toast } from "./toast";

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };
type LoadModule<Props> = () => Promise<{ default: ComponentType<Props> }>;

const PRELOAD_DELAY_MS = 2000;

/**
 * A dialog whose code loads shortly after the screen, or when it is opened. If loading fails, the page reloads at most
 * once per build; otherwise a toast is shown and the screen stays as it was. `load` must be a constant of its module:
 * `const loadHelp = () => import("./HelpDialog")`.
 */
export function LazyDialog<Props extends DialogProps>(props: Props & { load: LoadModule<Props> }) {
  const { load, open, onOpenChange } = props;
  const [Content, setContent] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    // A failed preload doesn't matter, because opening the dialog loads it again.
    const timer = setTimeout(() => load().catch(() => undefined), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [load]);
  useEffect(() => {
    if (!open || Content) return;
    let closed = false;
    load().then(
      (module) => {
        if (!closed) setContent(() => module.default);
      },
      async () => {
        if ((await reloadOnce()) || closed) return;
        onOpenChange(false);
        toast({
          title: "This didn’t open",
          description: CODE_LOAD_TEXT,
          variant: "destructive",
        });
      },
    );
    return () => {
      closed = true;
    };
  }, [open, onOpenChange, load, Content]);
  return Content && open ? <Content {...props} /> : null;
}
