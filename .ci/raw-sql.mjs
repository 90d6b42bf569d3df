// Checks that each raw SQL statement has a reason. Diesel's query builder is used for all other statements. The reason
// is a comment `// SQL: …` just above the statement, or a line `//! SQL: …` in the module's comment. Also checks that
// prepared statements load rows, because diesel would prepare a statement again for each `execute`.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Maximum number of lines from a reason to its statement. */
const DISTANCE = 3;

const root = join(import.meta.dirname, "..");
const source = join(root, "crates", "adapters-postgres", "src");
const faults = [];

for (const name of readdirSync(source, { recursive: true })) {
  if (!name.endsWith(".rs")) continue;
  const file = join(source, name);
  const text = readFileSync(file, "utf8");
  if (/\.prepared\(\)\s*\.execute\(|\.(?:execute|count_changed)\((?:(?!\n    \})[^;])*\.prepared\(\),?\s*\)/.test(text)) faults.push(`${relative(root, file)}: load rows from .prepared(), with RETURNING`);
  const lines = text.split("\n");
  if (lines.some((line) => line.startsWith("//! SQL: "))) continue;
  lines.forEach((line, at) => {
    const above = lines.slice(Math.max(0, at - DISTANCE), at);
    if (!line.includes("sql_query(") || above.some((other) => other.trim().startsWith("// SQL: "))) return;
    faults.push(`${relative(root, file)}:${at + 1}: use diesel's query builder, or add a comment // SQL: with the reason`);
  });
}

for (const fault of faults) console.log(fault);
process.exit(faults.length ? 1 : 0);
