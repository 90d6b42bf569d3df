import { formatDate } from "@/lib/dates";
import { formatPhone } from "@/lib/phone";
import { Button } from "@/ui/buttons/Button";
import shapes from "@/ui/layout/shapes.module.css";
import { LABELS, type SignupField, type SignupValues, stepOf } from "./fields";
import css from "./SignupPage.module.css";
import type { Signup } from "./useSignup";

const REVIEWED_FIELDS = [
  "fullName",
  "state",
  "driversLicenseNumber",
  "dateOfBirth",
  "phoneNumber",
  "email",
] as const satisfies readonly SignupField[];

function formatValue(field: SignupField, values: SignupValues): string {
  if (field === "dateOfBirth") return formatDate(values.dateOfBirth);
  if (field === "phoneNumber") return formatPhone(values.phoneNumber);
  return values[field].trim();
}

export function ReviewStep({ values, go, busy }: Pick<Signup, "values" | "go" | "busy">) {
  return (
    <>
      <p className={css.lead}>Please check that everything is correct.</p>
      <dl className={shapes.surface}>
        {REVIEWED_FIELDS.map((field) => {
          const text = formatValue(field, values);
          return (
            <div className={css.reviewed} key={field}>
              <dt>{LABELS[field]}</dt>
              <dd className={css.answer}>
                <span className={text ? undefined : css.absent}>{text || "Not provided"}</span>
                <Button
                  variant="text"
                  compact
                  disabled={busy}
                  aria-label={`Change ${LABELS[field]}`}
                  onClick={() => go(stepOf(field))}
                >
                  Change
                </Button>
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
