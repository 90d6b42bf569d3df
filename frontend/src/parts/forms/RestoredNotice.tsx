import { Button } from "@/ui/buttons/Button";
import css from "./RestoredNotice.module.css";

/** Says that the form has been restored from a draft, which the user can discard. */
export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className={css.notice}>
      We restored what you typed.
      <Button variant="text" compact onClick={onStartOver}>
        Start over
      </Button>
    </p>
  );
}
