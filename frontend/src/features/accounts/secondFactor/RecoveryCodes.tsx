import Download from "lucide-react/icons/download";
import { buttonClass } from "@/ui/buttons/Button";
import { CopyButton } from "@/ui/buttons/CopyButton";
import css from "./RecoveryCodes.module.css";

const TEXT = "Recovery codes for Lanewise. Each works once.\r\n\r\n";

/** Recovery codes, shown once for the user to store. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(TEXT + codes.join("\r\n"))}`;
  return (
    <div className={css.kept}>
      <p className={css.soft}>
        Keep these somewhere safe, not on the same device. When you don’t have your phone, log in
        with your password and one of these codes. Each code works once. We won’t show them again.
      </p>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <a
          className={buttonClass({ variant: "secondary" })}
          href={file}
          download="lanewise-recovery-codes.txt"
        >
          <span className={css.face}>
            <Download size={18} aria-hidden="true" />
            Download codes
          </span>
        </a>
        <CopyButton
          text={codes.join("\n")}
          failureText="Your browser blocked copying. Select the codes and copy them."
        >
          Copy codes
        </CopyButton>
      </div>
    </div>
  );
}

/** The final step of a dialog that creates recovery codes. */
export const recoveryCodesStep = (codes: string[]) => ({
  title: "Your recovery codes",
  action: "I’ve saved them",
  content: <RecoveryCodes codes={codes} />,
});
