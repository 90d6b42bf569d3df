import { type MouseEvent, type ReactNode, useState } from "react";
import { Alert } from "@/ui/feedback/Alert";
import { Spinner } from "@/ui/feedback/Spinner";
import { type ButtonVariant, buttonClass } from "./Button";
import css from "./DownloadLink.module.css";

type Props = {
  href: string;
  /** True to open a page in a new tab instead of saving a file. */
  opensTab?: boolean;
  /** Saves or opens the file at this address. Rejects on failure. */
  onDownload: (href: string) => Promise<void>;
  /** Message shown under the link after a failure. */
  failureText: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  block?: boolean;
  compact?: boolean;
  className?: string;
  children: ReactNode;
};

/** A link to a file. Shows that the file is loading, and a message below if loading failed. */
export function DownloadLink(props: Props) {
  const { href, opensTab, onDownload, failureText, icon, children } = props;
  const { variant, block, compact, className } = props;
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const busy = state === "busy";

  async function save(event: MouseEvent) {
    // Leave clicks with a modifier key to the browser, for example to open a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (busy) return;
    setState("busy");
    await onDownload(href).then(
      () => setState("idle"),
      () => setState("failed"),
    );
  }
  return (
    <div className={className}>
      <a
        className={buttonClass({ variant, block, compact })}
        href={href}
        {...(opensTab ? { target: "_blank", rel: "noopener" } : { download: true })}
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
          <Alert>{failureText}</Alert>
        </div>
      )}
    </div>
  );
}
