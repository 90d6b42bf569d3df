import { useState } from "react";
import type { User } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatPhone } from "@/lib/phone";
import { Link } from "@/lib/router";
import { useConfig } from "@/parts/config/useConfig";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import css from "./AccountPage.module.css";
import { EmailConfirmationNote, VerificationNote } from "./VerificationNote";

const loadEmail = () => import("./EmailDialog");
const loadPhone = () => import("./PhoneDialog");

type Props = { user: User; onChanged: (user: User) => Promise<void> };

export function ContactSection({ user, onChanged }: Props) {
  const [open, setOpen] = useState<"email" | "phone" | null>(null);
  const { data: config } = useConfig();
  const plate = user.vehicleLicensePlate;
  const renderChange = (contact: "email" | "phone", label: string, text: string) => (
    <Button
      className={css.change}
      variant="text"
      compact
      aria-haspopup="dialog"
      aria-label={`${text} ${label}`}
      onClick={() => setOpen(contact)}
    >
      {text}
    </Button>
  );
  return (
    <Card title="Contact and vehicle" flush>
      <dl>
        <div className={css.row}>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dd>
            <EmailConfirmationNote user={user} />
          </dd>
          {config?.canMail && (
            <dd className={css.change}>{renderChange("email", "email", "Change")}</dd>
          )}
        </div>
        <div className={css.row}>
          <dt>Phone</dt>
          <dd className={user.phoneNumber ? undefined : css.absent}>
            {user.phoneNumber ? formatPhone(user.phoneNumber) : "Not on file"}
          </dd>
          <dd className={css.change}>
            {renderChange("phone", "phone number", user.phoneNumber ? "Change" : "Add")}
          </dd>
        </div>
        {user.role === "driver" && (
          <div className={css.row}>
            <dt>Vehicle</dt>
            <dd className={plate ? undefined : css.absent}>
              {plate ? `${plate} · ${user.vehicleState}` : "Not on file"}
            </dd>
            {plate && (
              <dd>
                <VerificationNote verifiedAt={user.plateVerifiedAt} claim="plate" />
              </dd>
            )}
            <dd className={css.change}>
              <Link
                className={buttonClass({ variant: "text", compact: true })}
                to={paths.profile()}
                aria-label={`${plate ? "Change" : "Add"} it in Profile: vehicle`}
              >
                {plate ? "Change it in Profile" : "Add it in Profile"}
              </Link>
            </dd>
          </div>
        )}
      </dl>
      {config && !config.canMail && <p className={css.note}>To change your email, call support.</p>}
      <LazyDialog
        load={loadEmail}
        open={open === "email"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "email" : null)}
        user={user}
      />
      <LazyDialog
        load={loadPhone}
        open={open === "phone"}
        onOpenChange={(now) => setOpen(now ? "phone" : null)}
        user={user}
        onSaved={onChanged}
      />
    </Card>
  );
}
