import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import css from "./forms.module.css";
import type { Difference } from "./merge";

type Props = {
  by: string | null;
  differences: readonly Difference[];
  onUseTheirs: (difference: Difference) => void;
};

const formatValue = (value: string | boolean) =>
  value === "" ? "empty" : value === true ? "yes" : value === false ? "no" : value;

/** Shows what another staff member saved while the form was open. */
export function Differences({ by, differences, onUseTheirs }: Props) {
  return (
    <section className={css.differences} aria-label="Changed in the meantime">
      <Alert title={`${by ?? "A colleague"} changed this while you were editing`}>
        Your changes are still here but not saved yet. Review the other changes, then save.
      </Alert>
      <ul className={css.changes}>
        {differences.map((difference) => (
          <li key={difference.name} className={css.change}>
            <div>
              <strong>{difference.label}</strong>
              <p>
                Currently saved: <q>{formatValue(difference.theirs)}</q>
              </p>
              <p>
                {difference.mine === null ? (
                  "You didn’t change this field, so the form shows the saved value."
                ) : (
                  <>
                    Yours: <q>{formatValue(difference.mine)}</q>
                  </>
                )}
              </p>
            </div>
            {difference.mine !== null && (
              <Button variant="secondary" compact onClick={() => onUseTheirs(difference)}>
                Use theirs
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
