import * as sdk from "@/api/generated/payments/sdk.gen";
import type { HireBody, TransactionBody } from "@/api/types";
import type { PaymentKind } from "@/lib/paths";

type IntentBody = { amount: string; type: PaymentKind; itemId: number; despiteLawyer?: boolean };
export const postPaymentIntent = (body: IntentBody) => sdk.createPaymentIntent({ body });
export const postPaymentTransaction = (body: TransactionBody) => sdk.recordTransaction({ body });
export const postLawyerHire = (body: HireBody) => sdk.recordHire({ body });
