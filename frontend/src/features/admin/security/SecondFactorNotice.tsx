import ShieldAlert from "lucide-react/icons/shield-alert";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import type { User } from "@/api/types";
import { Link } from "@/lib/router";
import { useSecondFactor } from "@/parts/accounts/CredentialFields";
import { buttonClass } from "@/ui/buttons/Button";
import { DelayedControls } from "@/ui/layout/DelayedControls";
import { deskPaths } from "../desk/deskPaths";
import icon from "@/ui/buttons/iconButton.module.css";
import { cx } from "@/ui/cx";
import css from "./SecondFactorNotice.module.css";

const keyOf = (user: User) => `lanewise.desk.second-factor.${user.id}`;

function isDismissed(user: User): boolean {
  try {
    return localStorage.getItem(keyOf(user)) !== null;
  } catch {
    return false;
  }
}

function storeDismissal(user: User): void {
  try {
    localStorage.setItem(keyOf(user), "dismissed");
  } catch {
    // Without storage, the notice appears again next time.
  }
}

type Props = { user: User; children: ReactNode };

/**
 * Asks administrators without a second factor to set one up, above the children. A dismissed notice stays hidden on
 * this device.
 */
export function SecondFactorNotice({ user, children }: Props) {
  const [isHidden, setGone] = useState(() => isDismissed(user));
  // The second factor's state is requested only while the notice may be shown.
  const { data, error } = useSecondFactor(!isHidden);
  return (
    <>
      {!isHidden && data?.isOn === false && (
        <SetUpPrompt
          onDismiss={() => {
            storeDismissal(user);
            setGone(true);
            // The focused button has disappeared, so move the focus to the main content.
            document.getElementById("main")?.focus();
          }}
        />
      )}
      <DelayedControls isLayoutFinal={isHidden || data !== undefined || error !== undefined}>
        {children}
      </DelayedControls>
    </>
  );
}

function SetUpPrompt({ onDismiss }: { onDismiss: () => void }) {
  return (
    <section className={css.notice} aria-label="Two-step verification">
      <ShieldAlert size={22} aria-hidden="true" />
      <p>
        <strong>Right now, your password alone opens every driver’s record.</strong> Add a code from
        an authenticator app to keep others out. Setup takes about two minutes.
      </p>
      <Link
        className={buttonClass({ variant: "secondary", compact: true })}
        to={deskPaths.secondFactor()}
      >
        Set up two-step verification
      </Link>
      <button
        type="button"
        className={cx(icon.button, css.close)}
        aria-label="Don’t ask again on this device"
        title="Don’t ask again on this device"
        onClick={onDismiss}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </section>
  );
}
