import { Button } from "@/ui/buttons/Button";
import css from "./Restored.module.css";

/** Tells that the form has what was typed earlier, which may be given up. */
export function Restored({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className={css.restored}>
      What you had typed is back.
      <Button variant="text" compact onClick={onStartOver}>
        Start over
      </Button>
    </p>
  );
}
