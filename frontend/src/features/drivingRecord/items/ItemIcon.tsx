import { itemIconOf } from "@/parts/drivingRecord/itemIcon";
import type { Item } from "./items";

type Props = { item: Item; className: string | undefined };

export function ItemIcon({ item: { kind, title, ticket }, className }: Props) {
  const Icon = itemIconOf(kind, title, ticket?.category);
  return (
    <span className={className}>
      <Icon size={22} aria-hidden="true" />
    </span>
  );
}
