import { describe, expect, it } from "vitest";
import type { CaseOutcome, CaseStep, Standing, Ticket } from "@/api/types";
import { issuerKey } from "@/features/admin/desk/register/issuer";
import { estimateFine } from "@/features/admin/drivingRecord/forms/amountHint";
import { findCitationNumberProblem } from "@/features/admin/drivingRecord/forms/citationNumber";
import { otherZone } from "@/features/admin/payments/remittances/authorities/otherZone";
import { type SortableItem, sortTickets } from "@/features/drivingRecord/items/ticketOrder";
import { isListed } from "@/features/drivingRecord/items/visibility";
import {
  identityDigitCount,
  areIdentityDigitsComplete,
} from "@/features/drivingRecord/status/identityDigits";
import { readAmount } from "@/lib/amount";
import { clockText } from "@/lib/dates";

import { formatCents } from "@/lib/money";
import { formatPhone, isPhone, keepPhoneDigits } from "@/lib/phone";
import { foldForSearch } from "@/lib/labels";
import {
  newSession,
  readRecord,
  type SessionRecord,
  touchRecord,
} from "@/parts/accounts/sessionRecord";
import { isUnpaid } from "@/parts/drivingRecord/standing";
import { ticketCard } from "@/parts/drivingRecord/ticketCards";
import { isDecided, isFinished, owesNothing } from "@/parts/legalHelp/cases/caseLabels";
import { CANCELLATION_WINDOW, CLAIMS, LAWYER_SHARE } from "@/parts/legalHelp/claims";
import { sendDay } from "@/parts/payments/sendDates";
import { readCases, WINDOW_WORDS } from "./readCases";

/** A case of a shared case file. The page and the server implement the same rules and test them with the same files. */
type Case<Input, Expected> = { name: string; input: Input; expected: Expected };

function readCaseFile<Input, Expected>(file: string): Case<Input, Expected>[] {
  const list: Case<Input, Expected>[] = readCases(file).cases;
  // Fails for a file without cases, which would otherwise pass silently.
  if (list.length === 0) throw new Error(`${file}.json has no cases`);
  return list;
}

describe("parsing an amount", () => {
  type Expected = { cents: number | null; words: boolean; refused: string | null };
  it.each(readCaseFile<string, Expected>("amount"))(
    "parses an amount like the server: $name",
    ({ input, expected }) => {
      const { cents, words: isText, refused: error } = expected;
      expect({ cents: null, isText: false, error: null, ...readAmount(input) }).toEqual({
        cents,
        isText,
        error,
      });
    },
  );
});

describe("a text as searches compare it", () => {
  it.each(readCaseFile<string, string>("search_folding"))(
    "folds a text like the server: $name",
    ({ input, expected }) => {
      expect(foldForSearch(input)).toBe(expected);
    },
  );
});

describe("an issuer's name as it is compared with the register", () => {
  it.each(readCaseFile<string, string>("issuer_key"))(
    "shortens a name like the server: $name",
    ({ input, expected }) => {
      expect(issuerKey(input)).toBe(expected);
    },
  );
});

describe("a clock time", () => {
  it.each(readCaseFile<string, string | null>("clock"))(
    "formats a time like the server: $name",
    ({ input, expected }) => {
      const displayed = expected?.replace(/ (?=[AP]M$)/, "\u00a0") ?? input.trim();
      expect(clockText(input)).toBe(displayed);
    },
  );
});

describe("the day by which a payment is sent to the authority", () => {
  it.each(readCaseFile<string, string>("send_by"))(
    "computes the day like the server: $name",
    ({ input, expected }) => {
      expect(sendDay(input)).toBe(expected);
    },
  );
});

type FineExpected = Record<"fineShown" | "lawyerShown", string> &
  Record<"fineCents" | "lawyerCents", number> & { isEstimated: boolean };

type FineInput = { amountText: string; violationType: string; points: number };

/** The server computes fines. The page only formats them, and shows staff a preview while they type. */
describe("fine shown and lawyer price", () => {
  it.each(readCaseFile<FineInput, FineExpected>("fine"))(
    "matches the server's amounts: $name",
    ({ input, expected }) => {
      const amount = readAmount(input.amountText);
      expect(!("cents" in amount)).toBe(expected.isEstimated);
      expect(
        "cents" in amount ? amount.cents : estimateFine(input.violationType, input.points),
      ).toBe(expected.fineCents);
      expect(formatCents(expected.fineCents)).toBe(expected.fineShown);
      expect(formatCents(expected.lawyerCents)).toBe(expected.lawyerShown);
    },
  );

  it("matches the lawyer price named in the texts", () => {
    const shares: Record<typeof LAWYER_SHARE.share, number> = { half: 0.5 };
    const example = readCaseFile<FineInput, FineExpected>("fine")
      .map(({ expected }) => expected)
      .find(({ fineShown }) => fineShown === LAWYER_SHARE.ofFine);
    expect(example?.lawyerShown).toBe(LAWYER_SHARE.costs);
    expect(example && example.lawyerCents / example.fineCents).toBe(shares[LAWYER_SHARE.share]);
  });
});

it("names the cancellation window that the server enforces", () => {
  expect({ claim: CLAIMS.cancellation, phrase: CANCELLATION_WINDOW }).toEqual(WINDOW_WORDS);
});

describe("ticket order", () => {
  it.each(readCaseFile<SortableItem[], number[]>("ticket_order"))(
    "sorts tickets like the server, whatever their original order: $name",
    ({ input, expected }) => {
      for (const tickets of [
        input,
        [...input].reverse(),
        [...input.slice(1), ...input.slice(0, 1)],
      ])
        expect(sortTickets(tickets).map((item) => item.id)).toEqual(expected);
    },
  );
});

describe("the card that lists a ticket", () => {
  type Input = Pick<Ticket, "category" | "violationType">;
  it.each(readCaseFile<Input, string>("grouping"))(
    "finds the same card as the server: $name",
    ({ input, expected }) => {
      expect(ticketCard(input)).toBe(expected === "red_light" ? "redLight" : expected);
    },
  );
});

describe("paid items stay listed for three days", () => {
  type Input = { isPaid: boolean; paidAt: string | null; now: string };
  it.each(readCaseFile<Input, boolean>("visibility"))(
    "lists the same items as the server: $name",
    ({ input, expected }) => {
      expect(isListed(input, new Date(input.now))).toBe(expected);
    },
  );
});

describe("whether an item is unpaid", () => {
  it.each(readCaseFile<Standing, boolean>("unpaid"))(
    "gives the server's answer: $name",
    ({ input, expected }) => {
      expect(isUnpaid(input)).toBe(expected);
    },
  );
});

describe("whether a case is open or decided", () => {
  type Expected = { isOpen: boolean; isDecided: boolean };
  it.each(readCaseFile<CaseStep, Expected>("case_steps"))(
    "gives the server's answer: $name",
    ({ input, expected }) => {
      const isOpen = !isFinished({ step: input }) && !isDecided(input);
      expect({ isOpen, isDecided: isDecided(input) }).toEqual(expected);
    },
  );
});

describe("whether the driver owes nothing after a case", () => {
  it.each(readCaseFile<CaseOutcome, boolean>("owes_nothing"))(
    "gives the server's answer: $name",
    ({ input, expected }) => {
      expect(owesNothing(input)).toBe(expected);
    },
  );
});

describe("session record", () => {
  type Times = Omit<SessionRecord, "user">;
  type Input = {
    operation: "create" | "read" | "activity";
    record: Times | null;
    now: string;
  };
  const OPERATIONS = { read: readRecord, activity: touchRecord };
  const ms = ({ loginTime, lastActivity, expiresAt }: Times) =>
    [loginTime, lastActivity, expiresAt].map((time) => Date.parse(time));

  // Only the server extends a session.
  const own = readCaseFile<Input, Times | null>("session").filter(
    ({ input }) => (input.operation as string) !== "extend",
  );
  it.each(own)("changes the record like the server: $name", ({ input, expected }) => {
    const now = Date.parse(input.now);
    const record =
      input.operation === "create" || input.record === null
        ? newSession(null, now)
        : OPERATIONS[input.operation]({ user: null, ...input.record }, now);
    expect(record && ms(record)).toEqual(expected && ms(expected));
  });
});

describe("a state's other time zone", () => {
  it.each(readCaseFile<string, string | null>("other_zone"))(
    "returns the server's time zone: $name",
    ({ input, expected }) => {
      expect(otherZone(input)?.value ?? null).toBe(expected);
    },
  );
});

describe("citation number", () => {
  type Expected = { stored: string | null; refused: string | null };
  it.each(readCaseFile<string, Expected>("citation_number"))(
    "refuses what the server refuses: $name",
    ({ input, expected }) => {
      expect(findCitationNumberProblem(input)).toBe(expected.refused);
    },
  );
});

describe("phone", () => {
  type Expected = { shown: string; digits: string | null };
  it.each(readCaseFile<string, Expected>("phone"))(
    "formats and checks a number like the server: $name",
    ({ input, expected }) => {
      expect(formatPhone(input)).toBe(expected.shown);
      expect(isPhone(input) ? keepPhoneDigits(input) : null).toBe(expected.digits);
    },
  );
});

describe("SSN digits", () => {
  type Input = { state: string | null; text: string };
  type Expected = { requiredSsnDigits: number; accepted: boolean };
  it.each(readCaseFile<Input, Expected>("identity_digits"))(
    "requires as many digits as the server: $name",
    ({ input, expected }) => {
      expect(identityDigitCount(input.state)).toBe(expected.requiredSsnDigits);
      expect(areIdentityDigitsComplete(input.text, input.state)).toBe(expected.accepted);
    },
  );
});
