/** Prints what the first view of /auth loads as JavaScript (Brotli) and fails over the budget. */
import { readFile, stat } from 'node:fs/promises';

const BUDGET_BYTES = 100_000;
const dist = new URL('../dist/', import.meta.url);
/** Sources whose chunks a first visitor's /auth asks for before the service worker is registered. */
const FIRST_VIEW = ['index.html', 'src/routes/auth-page.tsx'];

interface Chunk {
  file: string;
  imports?: string[];
}

const text = await readFile(new URL('.vite/manifest.json', dist), 'utf8');
const manifest = JSON.parse(text) as Record<string, Chunk>;

function collect(key: string, files: Set<string>): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build manifest has no ${key}; was the app built?`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported, files);
  return files;
}

const files = new Set(['theme.js']);
for (const key of FIRST_VIEW) collect(key, files);
const scripts = [...files].filter((file) => file.endsWith('.js'));
let total = 0;
for (const file of scripts) {
  const { size } = await stat(new URL(`${file}.br`, dist));
  total += size;
  console.log(`${String(size).padStart(7)}  ${file}`);
}
console.log(
  `${String(total).padStart(7)}  bytes of JavaScript for the first view of /auth, at most ${BUDGET_BYTES}`,
);
if (total > BUDGET_BYTES) process.exitCode = 1;
