import { Phone } from "lucide-react";
import { useConfig } from "@/parts/config/useConfig";
import { formatPhone } from "@/lib/phone";
import { buttonClass } from "@/ui/buttons/Button";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import css from "./help.module.css";

/** The support number, to be dialled. */
export function CallSupport() {
  const { data: config, error, isValidating, mutate } = useConfig();
  const phone = config?.supportPhone;
  if (phone) {
    return (
      <a
        className={buttonClass({ block: true, variant: "secondary" })}
        href={`tel:${phone.replace(/[^\d+]/g, "")}`}
      >
        <span className={css.call}>
          <Phone size={20} aria-hidden="true" />
          Call {shown(phone)}
        </span>
      </a>
    );
  }
  if (error) return <ErrorState onRetry={() => void mutate()} retrying={isValidating} />;
  return (
    <Loading label="Loading the phone number">
      <Skeleton height="3rem" />
    </Loading>
  );
}

/** A ten-digit number as numbers are written here; any other as given. */
function shown(phone: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length === 10 ? formatPhone(digits) : phone;
}
