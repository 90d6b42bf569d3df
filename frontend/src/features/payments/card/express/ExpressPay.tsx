import { ExpressCheckoutElement } from "@stripe/react-stripe-js";
import type { ComponentProps } from "react";
import css from "./ExpressPay.module.css";

type Confirm = ComponentProps<typeof ExpressCheckoutElement>["onConfirm"];
export type ExpressConfirm = Parameters<Confirm>[0];

/** Whether the provider offers a wallet to this user; "asking" until it responds. */
export type ExpressOffer = "asking" | "offered" | "none";

type Props = {
  offer: ExpressOffer;
  onOffer: (offer: ExpressOffer) => void;
  onConfirm: Confirm;
};

const OPTIONS: ComponentProps<typeof ExpressCheckoutElement>["options"] = {
  buttonHeight: 48,
  layout: { maxColumns: 3, maxRows: 1 },
  // Only wallets that charge a card. Other payment methods have their own rules for refunds and
  // chargebacks.
  paymentMethods: {
    applePay: "auto",
    googlePay: "auto",
    link: "auto",
    amazonPay: "never",
    paypal: "never",
    klarna: "never",
  },
};

/** Buttons for Apple Pay, Google Pay and Link, if the provider offers them. */
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

/** Reserves space for the wallet buttons until the provider has loaded. */
export function ExpressPlaceholder() {
  return <div className={css.express} />;
}
