import { Route, Routes } from "@/lib/router";
import BooksPage from "./payments/books/BooksPage";
import ChargebacksPage from "./payments/ChargebacksPage";
import DriverPage from "./drivingRecord/driver/DriverPage";
import HomePage from "./HomePage";
import HiresPage from "./legalHelp/HiresPage";
import ImportPage from "./imports/ImportPage";
import InquiriesPage from "./help/InquiriesPage";
import { NothingHere } from "./NothingHere";
import MoneyPage from "./payments/MoneyPage";
import OverviewPage from "./overview/OverviewPage";
import ReportsPage from "./requests/ReportsPage";
import StatusRequestsPage from "./requests/StatusRequestsPage";
import { StaffChecks } from "./desk/StaffChecks";
import StaffPage from "./staff/StaffPage";
import TransactionsPage from "./payments/TransactionsPage";
import VehiclesPage from "./requests/VehiclesPage";
import AuditPage from "./security/AuditPage";
import EventsPage from "./security/EventsPage";

/** The back office: one late part of the page with all its screens, each in a Desk. */
export default function AdminPage() {
  return (
    <StaffChecks>
      <Routes>
        <Route index element={<HomePage />} />
        <Route path="overview" element={<OverviewPage />} />
        <Route path="users/:id" element={<DriverPage />} />
        <Route path="lawyer-hires" element={<HiresPage />} />
        <Route path="payment-transactions" element={<TransactionsPage />} />
        <Route path="chargebacks" element={<ChargebacksPage />} />
        <Route path="books" element={<BooksPage />} />
        <Route path="missing-tickets" element={<ReportsPage />} />
        <Route path="vehicle-updates" element={<VehiclesPage />} />
        <Route path="status-requests" element={<StatusRequestsPage />} />
        <Route path="help-inquiries" element={<InquiriesPage />} />
        <Route path="money" element={<MoneyPage />} />
        <Route path="audit" element={<AuditPage />} />
        <Route path="security-events" element={<EventsPage />} />
        <Route path="import" element={<ImportPage />} />
        <Route path="staff" element={<StaffPage />} />
        <Route path="*" element={<NothingHere />} />
      </Routes>
    </StaffChecks>
  );
}
