import { Button } from "@/ui/buttons/Button";
import css from "./Restored.module.css";

/** Says that the form has been restored from a draft, which the user can discard. */
export function Restored({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className={css.restored}>
      We restored what you typed.
      <Button variant="text" compact onClick={onStartOver}>
        Start over
      </Button>
    </p>
  );
}
