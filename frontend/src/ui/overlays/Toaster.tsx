import * as Radix from "@radix-ui/react-toast";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { cx } from "@/ui/cx";
import { keepFromCovering } from "./avoidCovering";
import { keepToastOpen } from "./closing/escape";
import icon from "@/ui/buttons/iconButton.module.css";
import css from "./Toaster.module.css";
import { DEFAULT_DURATION_MS, dismissToast, subscribeToasts, toastItems } from "./toast";

const SWIPE_THRESHOLD_PX = 50;

/**
 * Shows toasts: below the header on a phone, bottom right on a desktop. If a toast would cover a
 * control, it moves to the nearest free place. F8 moves the focus to the toasts.
 */
export default function Toaster() {
  const items = useSyncExternalStore(subscribeToasts, toastItems);
  const viewport = useRef<HTMLOListElement>(null);
  const hasOpenToast = items.some(({ open }) => open);
  useEffect(
    () => (hasOpenToast && viewport.current ? keepFromCovering(viewport.current) : undefined),
    [hasOpenToast],
  );
  return (
    <Radix.Provider
      duration={DEFAULT_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {items.map((item) => {
        const bad = item.variant === "destructive";
        // Only a completed action gets the check mark.
        const info = item.variant === "info";
        const Icon = bad ? CircleAlert : info ? Info : CircleCheck;
        return (
          <Radix.Root
            key={item.id}
            className={cx(css.toast, bad && css.bad, info && css.info)}
            open={item.open}
            duration={item.duration}
            type={bad ? "foreground" : "background"}
            onEscapeKeyDown={keepToastOpen}
            onOpenChange={(open) => {
              if (!open) dismissToast(item.id);
            }}
          >
            <Icon className={css.icon} size={20} aria-hidden="true" />
            <div className={css.words}>
              <Radix.Title className={css.title}>{item.title}</Radix.Title>
              {item.description !== undefined && (
                <Radix.Description className={css.text}>{item.description}</Radix.Description>
              )}
            </div>
            {item.action && (
              <Radix.Action
                className={css.action}
                altText={item.action.label}
                onClick={item.action.onAction}
              >
                {item.action.label}
              </Radix.Action>
            )}
            <Radix.Close className={cx(icon.button, css.close)} aria-label="Close">
              <X size={18} aria-hidden="true" />
            </Radix.Close>
          </Radix.Root>
        );
      })}
      <Radix.Viewport
        ref={viewport}
        className={css.viewport}
        hotkey={["F8"]}
        label="Notifications ({hotkey})"
      />
    </Radix.Provider>
  );
}
