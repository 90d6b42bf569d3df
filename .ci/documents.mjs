#!/usr/bin/env node
// Checks the links in documents: relative links and anchors exist, including those that comments in code cite
// (docs/product/driving-record.md#fine-shown). Also checks that each document ends with a newline.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const files = execFileSync("git", ["-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(file));
const documents = files.filter((file) => file.endsWith(".md"));
const wrong = [];

/** Builds anchors like GitHub does: repeated headings are numbered. */
function anchorsOf(file) {
  const seen = new Map();
  const text = readFileSync(file, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return new Set(
    [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => {
      const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const slug = plain.replace(/[^\p{L}\p{N}\-_ ]/gu, "").replaceAll(" ", "-");
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

const anchors = new Map(documents.map((file) => [file, anchorsOf(file)]));

function check(from, line, target, anchor) {
  if (!existsSync(target)) wrong.push(`${from}:${line}: ${target} is not there`);
  else if (anchor && !anchors.get(target)?.has(anchor))
    wrong.push(`${from}:${line}: ${target} has no heading #${anchor}`);
}

const lineAt = (text, index) => text.slice(0, index).split("\n").length;

for (const file of documents) {
  const text = readFileSync(file, "utf8");
  if (!text.endsWith("\n")) wrong.push(`${file}: does not end with a newline`);
  const prose = text.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, " "));
  for (const { 1: link, index } of prose.matchAll(/\]\(([^()\s]+)\)/g)) {
    if (/^[a-z]+:/i.test(link)) continue;
    const [path, anchor] = link.split("#");
    check(file, lineAt(text, index), path ? normalize(join(dirname(file), path)) : file, anchor);
  }
}

// Files that a document names in backticks, such as `crates/…`, must exist.
for (const file of documents) {
  const text = readFileSync(file, "utf8");
  for (const { 1: path, index } of text.matchAll(/`((?:crates|docs|frontend|migrations)\/[\w./-]+)`/g))
    if (!existsSync(path)) wrong.push(`${file}:${lineAt(text, index)}: ${path} is not there`);
}

// Files to scan for paths of documents: code, and documents that cite a rule without a Markdown link.
const SOURCES = /\.(rs|ts|tsx|mjs|js|sql|json|toml|css|md)$|^Makefile$/;
for (const file of files.filter((file) => SOURCES.test(file))) {
  const text = readFileSync(file, "utf8");
  for (const { 1: path, 2: anchor, index } of text.matchAll(/\b((?:docs|crates|migrations|frontend)\/[\w./-]*?\.md)(?:#([\w-]+))?/g))
    check(file, lineAt(text, index), path, anchor);
}

if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
