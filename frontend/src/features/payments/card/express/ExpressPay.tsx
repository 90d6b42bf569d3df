import { ExpressCheckoutElement } from "@stripe/react-stripe-js";
import type { ComponentProps } from "react";
import css from "./ExpressPay.module.css";

type Confirm = ComponentProps<typeof ExpressCheckoutElement>["onConfirm"];
export type ExpressConfirm = Parameters<Confirm>[0];

/** Whether the provider has a wallet for this person; not known before it says so. */
export type ExpressOffer = "asking" | "offered" | "none";

type Props = {
  offer: ExpressOffer;
  onOffer: (offer: ExpressOffer) => void;
  onConfirm: Confirm;
};

const OPTIONS: ComponentProps<typeof ExpressCheckoutElement>["options"] = {
  buttonHeight: 48,
  layout: { maxColumns: 3, maxRows: 1 },
  // What is paid by card; the other ways have refunds and chargebacks of their own.
  paymentMethods: {
    applePay: "auto",
    googlePay: "auto",
    link: "auto",
    amazonPay: "never",
    paypal: "never",
    klarna: "never",
  },
};

/** Apple Pay, Google Pay and Link, where the provider offers them; nothing where it does not. */
export function ExpressPay({ offer, onOffer, onConfirm }: Props) {
  if (offer === "none") return null;
  return (
    <>
      <div className={css.express}>
        <ExpressCheckoutElement
          options={OPTIONS}
          onReady={({ availablePaymentMethods }) =>
            onOffer(availablePaymentMethods ? "offered" : "none")
          }
          onLoadError={() => onOffer("none")}
          onConfirm={onConfirm}
        />
      </div>
      {offer === "offered" && <p className={css.or}>Or pay by card</p>}
    </>
  );
}

/** Its room before the provider is asked. */
export function ExpressPlace() {
  return <div className={css.express} />;
}
