import type { PaymentKind } from "@/lib/paths";
import * as sdk from "./generated/payments/sdk.gen";
import type { HireBody, TransactionBody } from "./generated/payments/types.gen";

/** Calls of paying and of hires that were paid; off the first screen. */
export const postPaymentIntent = (body: { amount: string; type: PaymentKind; itemId: number }) =>
  sdk.createPaymentIntent({ body });
export const postPaymentTransaction = (body: TransactionBody) => sdk.recordTransaction({ body });
export const postLawyerHire = (body: HireBody) => sdk.recordHire({ body });
export const postCancelHire = (id: number) => sdk.cancelHire({ path: { id } });
export const patchLawyerHire = (
  id: number,
  body: { contactMethod: string; contactValue: string },
) => sdk.updateHire({ path: { id }, body });
