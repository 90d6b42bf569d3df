import Phone from "lucide-react/icons/phone";
import { displayPhone, telHref } from "@/lib/phone";
import { useConfig } from "@/parts/config/useConfig";
import { FailureNotice } from "@/parts/FailureNotice";
import { buttonClass } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import css from "./help.module.css";

export function CallSupport() {
  const { data: config, error, isValidating, mutate } = useConfig();
  const phone = config?.supportPhone;
  if (phone) {
    return (
      <a className={buttonClass({ block: true, variant: "secondary" })} href={telHref(phone)}>
        <span className={css.call}>
          <Phone size={20} aria-hidden="true" />
          Call {displayPhone(phone)}
        </span>
      </a>
    );
  }
  if (error) return <FailureNotice {...{ error, mutate, isValidating }} />;
  return <Loading label="Loading the phone number" height="3rem" />;
}
