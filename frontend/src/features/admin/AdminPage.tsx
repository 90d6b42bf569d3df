import { Route, Routes } from "@/lib/router";
import { NotFound } from "@/parts/NotFound";
import HomePage from "./home/HomePage";

/** The back office: one late part of the page with all its screens, each in a Desk. */
export default function AdminPage() {
  return (
    <Routes>
      <Route index element={<HomePage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
