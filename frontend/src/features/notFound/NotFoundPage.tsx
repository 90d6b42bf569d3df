import { NotFound } from "@/parts/NotFound";

export default function NotFoundPage() {
  return <NotFound />;
}
