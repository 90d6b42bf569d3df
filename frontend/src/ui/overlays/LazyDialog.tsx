import { type ComponentType, useEffect, useState } from "react";
import { CODE_LOAD_TEXT } from "@/lib/lazy/CodeLoadError";
import { preloadOnUse } from "@/lib/lazy/preloadOnUse";
import { reloadOnce } from "@/lib/lazy/reloadOnce";
import { toast } from "./toast";

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };
type LoadModule<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A dialog whose code loads once the page is used, or when the dialog is opened. If loading fails, the page reloads, at
 * most once per build. If it doesn't reload, a toast is shown. `load` must be a constant of its module:
 * `const loadHelp = () => import("./HelpDialog")`.
 */
export function LazyDialog<Props extends DialogProps>(props: Props & { load: LoadModule<Props> }) {
  const { load, open, onOpenChange } = props;
  const [Content, setContent] = useState<ComponentType<Props> | null>(null);
  useEffect(() => preloadOnUse(load), [load]);
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
