import { type MouseEvent, type ReactNode, useState } from "react";
import { Alert } from "@/ui/feedback/Alert";
import { Spinner } from "@/ui/feedback/Spinner";
import { type ButtonVariant, buttonClass } from "./Button";
import css from "./DownloadLink.module.css";

type Props = {
  href: string;
  /** True to open a page in a new tab instead of saving a file. */
  tab?: boolean;
  /** Saves or opens the file at this address. Rejects on failure. */
  onDownload: (href: string) => Promise<void>;
  /** Message shown under the link after a failure. */
  failed: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  block?: boolean;
  compact?: boolean;
  className?: string;
  children: ReactNode;
};

/** A link to a file that shows while the file loads and when it failed. */
export function DownloadLink(props: Props) {
  const { href, tab, onDownload, failed, icon, children } = props;
  const { variant, block, compact, className } = props;
  const [state, setState] = useState<"still" | "busy" | "failed">("still");
  const busy = state === "busy";

  async function save(event: MouseEvent) {
    // Leave clicks with a modifier key to the browser, for example to open a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (busy) return;
    setState("busy");
    await onDownload(href).then(
      () => setState("still"),
      () => setState("failed"),
    );
  }
  return (
    <div className={className}>
      <a
        className={buttonClass({ variant, block, compact })}
        href={href}
        {...(tab ? { target: "_blank", rel: "noopener" } : { download: true })}
        aria-busy={busy || undefined}
        onClick={save}
      >
        <span className={css.face}>
          {busy ? <Spinner /> : icon}
          <span>{children}</span>
        </span>
      </a>
      {state === "failed" && (
        <div className={css.failed}>
          <Alert>{failed}</Alert>
        </div>
      )}
    </div>
  );
}
