import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { endSessionWhenRefused } from "@/api/auth";
import { App } from "./App";
import "@/ui/tokens.css";
import "@/ui/base.css";

endSessionWhenRefused();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
