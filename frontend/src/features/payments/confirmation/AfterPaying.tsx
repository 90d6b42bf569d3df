import type { PaymentTransaction, PaymentType } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { ofWord } from "@/lib/words";
import { SendBy } from "../SendBy";
import { useItem } from "../steps/useItem";

const KINDS: Record<PaymentType, ItemKind> = {
  traffic_ticket: "ticket",
  parking: "parking",
  toll: "toll",
};

/** Shown after a payment: by when the money is sent to the authority. */
export function AfterPaying({ transaction }: { transaction: PaymentTransaction }) {
  const { paymentType, itemId, userId, createdAt } = transaction;
  const { item, loading } = useItem(ofWord(KINDS, paymentType) ?? "ticket", itemId ?? 0, userId);
  return <SendBy item={item} loading={loading} chargedAt={createdAt} />;
}
