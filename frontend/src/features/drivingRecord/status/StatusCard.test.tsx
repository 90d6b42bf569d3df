// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DrivingProfile, Ticket } from "@/api/types";
import { isHelpOpen, setHelp } from "@/parts/help";
import { aTicket } from "@/testing/items";
import { USER } from "@/testing/records";
import type { DriverRecord } from "../useRecord";
import { StatusCard } from "./StatusCard";

type Told = {
  profile?: Partial<DrivingProfile>;
  tickets?: Ticket[];
  own?: boolean;
  preparing?: boolean;
};

function show({ profile, tickets = [], own = true, preparing = false }: Told) {
  const data = {
    id: 1,
    userId: 3,
    status: "Active",
    currentPoints: 5,
    totalPoints: 11,
    ...profile,
  };
  const list = (of: unknown) => ({ data: of, error: undefined });
  const lists = { tickets: list(tickets), parking: list([]), tolls: list([]) };
  const record = {
    user: USER,
    own,
    preparing,
    profile: list(data),
    ...lists,
  } as unknown as DriverRecord;
  render(<StatusCard record={record} now={new Date("2026-11-10T12:00:00")} />);
}
const bar = () => screen.getByRole("progressbar", { name: "Points" });
const segments = () => [...bar().children].map((part) => (part as HTMLElement).style.width);
const count = () => screen.getByText("Points").nextElementSibling?.textContent;

it("suspended says what that means and what to do, with Help", () => {
  show({ profile: { status: "Suspended" } });
  expect(screen.getByText(/don’t drive until your state has reinstated it/).textContent).toContain(
    "Settle what is open here first, then ask your state’s licensing office",
  );
  fireEvent.click(screen.getByRole("button", { name: "Get help with this" }));
  expect(isHelpOpen()).toBe(true);
  setHelp(false);
});

it("staff read of a suspension what the driver reads", () => {
  show({ profile: { status: "Suspended" }, own: false });
  expect(screen.getByText(/Your license is suspended/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("active says nothing of a suspension", () => {
  show({});
  expect(screen.queryByText(/suspended/)).toBeNull();
});

it("the bar shows what paying first would add, in words and after what is there", () => {
  show({
    tickets: [
      aTicket({ id: 1, points: 2, violationType: "Stop sign violation", dueDate: "2026-12-01" }),
      aTicket({ id: 2, points: 0, violationType: "Parking", dueDate: "2026-11-11" }),
      aTicket({ id: 3, points: 3, dueDate: "2026-11-20" }),
    ],
  });
  expect(count()).toBe("5 of 11 · Speeding would add\u00a03");
  expect(bar().getAttribute("aria-valuetext")).toBe("5 of 11, Speeding would add\u00a03");
  const [filled, added, ...none] = segments().map(Number.parseFloat);
  expect([filled?.toFixed(1), added?.toFixed(1), none]).toEqual(["45.5", "27.3", []]);
});

it("what would be added ends with the bar", () => {
  show({ profile: { currentPoints: 9 }, tickets: [aTicket({ points: 8 })] });
  const sum = segments().reduce((all, part) => all + Number.parseFloat(part), 0);
  expect(sum).toBeCloseTo(100);
});

it("more points than there are is a full bar, and said as it is", () => {
  show({ profile: { currentPoints: 14 }, tickets: [] });
  expect(count()).toBe("14 of 11 points");
  expect(segments()).toEqual(["100%"]);
  expect(bar().getAttribute("aria-valuenow")).toBe("11");
  expect(bar().getAttribute("aria-valuetext")).toBe("14 of 11");
});

it("a ticket that cannot be paid, or has a lawyer, adds nothing", () => {
  const lawyer = { standing: "with_lawyer", countsAsDue: false, mayPay: true } as const;
  show({
    tickets: [
      aTicket({ points: 3, ...lawyer }),
      aTicket({ points: 4, standing: "paid", countsAsDue: false }),
    ],
  });
  expect(count()).toBe("5 of 11 points");
  expect(segments()).toHaveLength(1);
});

it.each([
  ["before anyone has looked", { status: "Need More Info", currentPoints: 0 }, "Not checked yet"],
  ["staff set a status", { status: "Active", currentPoints: 0 }, "0 of 11 points"],
  ["staff set points", { status: "Need More Info", currentPoints: 2 }, "2 of 11 points"],
])("while the record is being prepared, %s: %s", (_, profile, text) => {
  show({ preparing: true, profile });
  expect(count()).toBe(text);
  expect(screen.queryByRole("progressbar") === null).toBe(text === "Not checked yet");
});

it("active is one line that opens", () => {
  show({});
  const line = screen.getByRole("button", { name: "Active 5 of 11 points" });
  expect(line.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(line);
  expect(line.getAttribute("aria-expanded")).toBe("true");
});

it.each(["Suspended", "Need More Info", "Revoked"])("%s is never one line", (status) => {
  show({ profile: { status } });
  expect(screen.queryByRole("button", { expanded: false })).toBeNull();
});
