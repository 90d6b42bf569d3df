import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { displayPhone, telHref } from "@/lib/phone";
import { useConfig } from "@/parts/config/useConfig";
import { Card } from "@/ui/layout/Card";
import css from "./AccountPage.module.css";
import { VerificationNote } from "./VerificationNote";

const LICENSE = "Driver’s license number";

/** The user's name, state, license number and date of birth. Only support can change these details. */
export function RecordSection({ user }: { user: User }) {
  const { data: config } = useConfig();
  const phone = config?.supportPhone;
  const rows = [
    ["Name", user.fullName],
    ["State", user.state],
    [LICENSE, user.driversLicenseNumber],
    ["Date of birth", formatDate(user.dateOfBirth)],
  ];
  return (
    <Card title="Your details" flush>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label} className={css.row}>
            <dt>{label}</dt>
            <dd className={value ? undefined : css.absent}>{value || "Not on file"}</dd>
            {value && label === LICENSE && user.role === "driver" && (
              <dd>
                <VerificationNote verifiedAt={user.licenseVerifiedAt} claim="license" />
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p className={css.note}>
        These should match your driver’s license. To change them, call support
        {phone ? (
          <>
            {" "}
            at <a href={telHref(phone)}>{displayPhone(phone)}</a>.
          </>
        ) : (
          "."
        )}
      </p>
    </Card>
  );
}
