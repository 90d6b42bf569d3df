import { Phone } from "lucide-react";
import { useConfig } from "@/api/hooks";
import { formatPhone } from "@/lib/phone";
import { buttonClass } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorState } from "@/ui/ErrorState";
import { Loading } from "@/ui/Loading";
import { Skeleton } from "@/ui/Skeleton";
import css from "./dialogs.module.css";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export default function HelpDialog(props: Props) {
  const { data: config, error, isValidating, mutate } = useConfig();
  const phone = config?.supportPhone;
  return (
    <Dialog {...props} title="Help" description="Questions about a ticket or a payment? Call us.">
      {phone ? (
        <a className={buttonClass({ block: true })} href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
          <span className={css.call}>
            <Phone size={20} aria-hidden="true" />
            Call {shown(phone)}
          </span>
        </a>
      ) : error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating} />
      ) : (
        <Loading label="Loading the phone number">
          <Skeleton height="3rem" />
        </Loading>
      )}
    </Dialog>
  );
}

/** A ten-digit number as numbers are written here; any other as given. */
function shown(phone: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length === 10 ? formatPhone(digits) : phone;
}
