// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DrivingProfile, Ticket, User } from "@/api/types";
import { isHelpOpen, setHelp } from "@/parts/help";
import { aTicket } from "@/testing/sampleItems";
import { USER } from "@/testing/sampleRecords";
import type { DriverRecord } from "../useRecord";
import { StatusCard } from "./StatusCard";

type Options = {
  profile?: Partial<DrivingProfile>;
  tickets?: Ticket[];
  isOwn?: boolean;
  preparing?: boolean;
  role?: User["role"];
};

function renderCard({
  profile,
  tickets = [],
  isOwn = true,
  preparing = false,
  role = "driver",
}: Options) {
  const data = {
    id: 1,
    userId: 3,
    status: "Active",
    currentPoints: 5,
    totalPoints: 11,
    ...profile,
  };
  const list = (data: unknown) => ({ data, error: undefined });
  const none = list([]);
  const lists = { tickets: list(tickets), appearances: none, parking: none, tolls: none };
  const record = {
    user: { ...USER, role },
    isOwn,
    isPreparing: preparing,
    profile: list(data),
    ...lists,
  } as unknown as DriverRecord;
  render(<StatusCard record={record} now={new Date("2026-11-10T12:00:00")} />);
}
const bar = () => screen.getByRole("progressbar", { name: "Points" });
const segments = () => [...bar().children].map((part) => (part as HTMLElement).style.width);
const count = () => screen.getByText("Points").nextElementSibling?.textContent;

it("explains a suspension and what to do, with a link to Help", () => {
  renderCard({ profile: { status: "Suspended" } });
  expect(screen.getByText(/don’t drive until your state reinstates it/).textContent).toContain(
    "Take care of your open tickets here first. Then ask your state’s licensing office",
  );
  fireEvent.click(screen.getByRole("button", { name: "Get help with this" }));
  expect(isHelpOpen()).toBe(true);
  setHelp(false);
});

it("shows staff the text about a driver's suspension, without the Help button", () => {
  renderCard({ profile: { status: "Suspended" }, isOwn: false });
  expect(screen.getByText(/Your license is suspended/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  ["driver", true],
  ["admin", false],
] as const)(
  "offers a status update only to drivers, on their own profile: %s",
  (role, isOffered) => {
    renderCard({ role, profile: { status: "Need More Info" } });
    expect(screen.queryByRole("button", { name: "Update Status" }) !== null).toBe(isOffered);
  },
);

it("shows no suspension text for an active license", () => {
  renderCard({});
  expect(screen.queryByText(/suspended/)).toBeNull();
});

it("shows how many points the next ticket with points would add, in the bar and as text", () => {
  renderCard({
    tickets: [
      aTicket({ id: 1, points: 2, violationType: "Stop sign violation", dueDate: "2026-12-01" }),
      aTicket({ id: 2, points: 0, violationType: "Parking", dueDate: "2026-11-11" }),
      aTicket({ id: 3, points: 3, dueDate: "2026-11-20" }),
    ],
  });
  expect(count()).toBe("5 of 11 · Paying your Speeding ticket would add\u00a03 points");
  expect(bar().getAttribute("aria-valuetext")).toBe(
    "5 of 11, Paying your Speeding ticket would add\u00a03 points",
  );
  const [filled, added, ...none] = segments().map(Number.parseFloat);
  expect([filled?.toFixed(1), added?.toFixed(1), none]).toEqual(["45.5", "27.3", []]);
});

it("caps the bar if current and added points together exceed the limit", () => {
  renderCard({ profile: { currentPoints: 9 }, tickets: [aTicket({ points: 8 })] });
  const sum = segments().reduce((all, part) => all + Number.parseFloat(part), 0);
  expect(sum).toBeCloseTo(100);
});

it("shows a full bar for more points than the limit, and the real number as text", () => {
  renderCard({ profile: { currentPoints: 14 }, tickets: [] });
  expect(count()).toBe("14 of 11 points on your license");
  expect(segments()).toEqual(["100%"]);
  expect(bar().getAttribute("aria-valuenow")).toBe("11");
  expect(bar().getAttribute("aria-valuetext")).toBe("14 of 11");
});

it("adds no points for a paid ticket or a ticket with a lawyer", () => {
  const lawyer = { standing: "with_lawyer", countsAsDue: false, mayPay: true } as const;
  renderCard({
    tickets: [
      aTicket({ points: 3, ...lawyer }),
      aTicket({ points: 4, standing: "paid", countsAsDue: false }),
    ],
  });
  expect(count()).toBe("5 of 11 points on your license");
  expect(segments()).toHaveLength(1);
});

it.each([
  ["before the first check", { status: "Need More Info", currentPoints: 0 }, "Not checked yet"],
  [
    "after staff set a status",
    { status: "Active", currentPoints: 0 },
    "0 of 11 points on your license",
  ],
  [
    "after staff set points",
    { status: "Need More Info", currentPoints: 2 },
    "2 of 11 points on your license",
  ],
])(
  "while staff prepare the record, shows points only once staff have set a status or points, %s: %s",
  (_, profile, text) => {
    renderCard({ preparing: true, profile });
    expect(count()).toBe(text);
    expect(screen.queryByRole("progressbar") === null).toBe(text === "Not checked yet");
  },
);

it("shows an active license as one line that expands", () => {
  renderCard({});
  const line = screen.getByRole("button", { name: "Active 5 of 11 points" });
  expect(line.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(line);
  expect(line.getAttribute("aria-expanded")).toBe("true");
});

it.each(["Suspended", "Need More Info", "Revoked"])(
  "never collapses the status %s to one line",
  (status) => {
    renderCard({ profile: { status } });
    expect(screen.queryByRole("button", { expanded: false })).toBeNull();
  },
);
