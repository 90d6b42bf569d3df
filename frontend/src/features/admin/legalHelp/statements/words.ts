import { describeRefusal } from "@/parts/forms/describeRefusal";

const REFUSALS = {
  changed_meanwhile:
    "A colleague already changed this statement. The page now shows the current state.",
};

/** Says why a statement wasn't changed. */
export const describeStatementRefusal = (error: unknown): string =>
  describeRefusal(error, REFUSALS);
