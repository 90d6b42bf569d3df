import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import css from "./forms.module.css";
import type { Difference } from "./merge";

type Props = {
  by: string | null;
  differences: readonly Difference[];
  onTake: (difference: Difference) => void;
};

const shown = (value: string | boolean) =>
  value === "" ? "empty" : value === true ? "yes" : value === false ? "no" : value;

/** Shows what another person saved while the form was open. The input here is kept. */
export function Differences({ by, differences, onTake }: Props) {
  return (
    <section className={css.differences} aria-label="Changed in the meantime">
      <Alert title={`${by ?? "Somebody else"} changed this meanwhile`}>
        What you typed is kept and not saved yet. Look at the changes, then save.
      </Alert>
      <ul className={css.changes}>
        {differences.map((difference) => (
          <li key={difference.name} className={css.change}>
            <div>
              <strong>{difference.label}</strong>
              <p>
                Now stored: <q>{shown(difference.theirs)}</q>
              </p>
              <p>
                {difference.mine === null ? (
                  "You had not changed it, so the form shows theirs."
                ) : (
                  <>
                    Yours: <q>{shown(difference.mine)}</q>
                  </>
                )}
              </p>
            </div>
            {difference.mine !== null && (
              <Button variant="secondary" compact onClick={() => onTake(difference)}>
                Use theirs
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
