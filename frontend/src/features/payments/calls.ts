import * as sdk from "@/api/generated/payments/sdk.gen";
import type { HireBody, TransactionBody } from "@/api/types";
import type { PaymentKind } from "@/lib/paths";

/** Calls for payments, in their own module to keep them out of the first screen's code. */
type IntentBody = { amount: string; type: PaymentKind; itemId: number; despiteLawyer?: boolean };
export const postPaymentIntent = (body: IntentBody) => sdk.createPaymentIntent({ body });
export const postPaymentTransaction = (body: TransactionBody) => sdk.recordTransaction({ body });
export const postLawyerHire = (body: HireBody) => sdk.recordHire({ body });
