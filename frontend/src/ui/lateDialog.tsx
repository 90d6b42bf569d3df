import { type ComponentType, useEffect, useState } from "react";
import { toast } from "./toast";

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** A dialog whose code loads when it is first opened; a failure to load says so and leaves the screen as it was. */
export function lateDialog<Props extends DialogProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let Loaded: ComponentType<Props> | null = null;

  return function LateDialog(props: Props) {
    const { open, onOpenChange } = props;
    const [Content, setContent] = useState(() => Loaded);
    useEffect(() => {
      if (!open || Content) return;
      let closed = false;
      load().then(
        (module) => {
          Loaded = module.default;
          if (!closed) setContent(() => module.default);
        },
        () => {
          if (closed) return;
          onOpenChange(false);
          toast({
            title: "This didn’t open",
            description: "Check your connection and try again.",
            variant: "destructive",
          });
        },
      );
      return () => {
        closed = true;
      };
    }, [open, onOpenChange, Content]);
    return Content && open ? <Content {...props} /> : null;
  };
}
