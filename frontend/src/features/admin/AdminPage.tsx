import type { ComponentType } from "react";
import { useScreenPath } from "@/lib/router";
import BilledAgainPage from "./payments/billedAgain/BilledAgainPage";
import BooksPage from "./payments/books/BooksPage";
import ChargebacksPage from "./payments/ChargebacksPage";
import DriverPage from "./drivingRecord/driver/DriverPage";
import { FileForReport } from "./FileForReport";
import HomePage from "./HomePage";
import HiresPage from "./legalHelp/HiresPage";
import CitationsPage from "./imports/waiting/CitationsPage";
import ImportPage from "./imports/ImportPage";
import InquiriesPage from "./help/InquiriesPage";
import RemittancesPage from "./payments/remittances/RemittancesPage";
import { NothingHere } from "./NothingHere";
import MoneyPage from "./payments/MoneyPage";
import OverviewPage from "./overview/OverviewPage";
import { DriverNotices } from "./notices/DriverNotices";
import RepliesPage from "./notices/RepliesPage";
import ReportsPage from "./requests/ReportsPage";
import StatusRequestsPage from "./requests/StatusRequestsPage";
import SourcesPage from "./sources/SourcesPage";
import { StaffChecks } from "./desk/StaffChecks";
import StaffPage from "./staff/StaffPage";
import TransactionsPage from "./payments/TransactionsPage";
import VehiclesPage from "./requests/VehiclesPage";
import AuditPage from "./security/AuditPage";
import EventsPage from "./security/EventsPage";

/** Reports; the ticket that one misses is filed by another room. */
const Reports = () => <ReportsPage File={FileForReport} />;

/** What is below `/admin`. */
const SCREENS = new Map<string, ComponentType>([
  ["", HomePage],
  ["overview", OverviewPage],
  ["lawyer-hires", HiresPage],
  ["payment-transactions", TransactionsPage],
  ["chargebacks", ChargebacksPage],
  ["books", BooksPage],
  ["remittances", RemittancesPage],
  ["billed-again", BilledAgainPage],
  ["missing-tickets", Reports],
  ["vehicle-updates", VehiclesPage],
  ["status-requests", StatusRequestsPage],
  ["help-inquiries", InquiriesPage],
  ["replies", RepliesPage],
  ["money", MoneyPage],
  ["audit", AuditPage],
  ["security-events", EventsPage],
  ["import", ImportPage],
  ["citations", CitationsPage],
  ["sources", SourcesPage],
  ["staff", StaffPage],
]);

/** The back office: one late part of the page with all its screens, each in a Desk. */
export default function AdminPage() {
  const [, , ...below] = useScreenPath().split("/");
  const Screen = SCREENS.get(below.join("/")) ?? NothingHere;
  const isDriver = below[0] === "users" && below.length === 2;
  return (
    <StaffChecks>
      {isDriver ? <DriverPage id={Number(below[1])} Told={DriverNotices} /> : <Screen />}
    </StaffChecks>
  );
}
