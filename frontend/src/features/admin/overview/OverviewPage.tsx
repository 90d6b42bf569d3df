import { Desk } from "../desk/Desk";
import { Overview } from "./Overview";

export default function OverviewPage() {
  return (
    <Desk title="Overview">
      <Overview />
    </Desk>
  );
}
