import type { CardFacts } from "@/api/types";

/** Formats a card as `Visa ending in 4242`. */
export const formatCard = ({ brand, lastFour }: CardFacts): string =>
  `${brand} ending in ${lastFour}`;
