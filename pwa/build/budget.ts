/**
 * Prints how much JavaScript pages load (Brotli) and fails if that exceeds the budgets: a visitor's first views, the
 * dashboard, and everything a customer can make the app load.
 */
import { readFile, stat } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { customerChunks, reachFrom, type Chunk, type ChunkManifest } from './chunk-graph.ts';
import { ENTRY, FIRST_VIEWS } from './first-views.ts';

const dist = new URL('../dist/', import.meta.url);
/** In every page. */
const THEME_SCRIPT = 'the script in the page';
interface Budget {
  readonly name: string;
  readonly maxBytes: number;
  readonly files: ReadonlySet<string>;
}

const text = await readFile(new URL('.vite/manifest.json', dist), 'utf8');
const manifest = JSON.parse(text) as ChunkManifest;

const filesOf = (chunks: Iterable<Chunk>) =>
  new Set([THEME_SCRIPT, ...[...chunks].map(({ file }) => file).filter(isScript)]);
const isScript = (file: string) => file.endsWith('.js');
const viewOf = (page: keyof typeof FIRST_VIEWS) =>
  filesOf(reachFrom(manifest, [ENTRY, ...FIRST_VIEWS[page]]));

const budgets: readonly Budget[] = [
  { name: 'first view of /auth', maxBytes: 100_000, files: viewOf('auth.html') },
  // A little over 100,000 since single sign-on shares the base; to be won back.
  { name: 'first view of /refer/…', maxBytes: 100_200, files: viewOf('refer.html') },
  {
    name: 'dashboard',
    maxBytes: 152_000,
    files: viewOf('index.html'),
  },
  {
    name: 'all a customer can load',
    // 210,000 without passkeys, single sign-on and permission; the rest are receipts, the courier, people found in texts and
    // contacts, notifications and what is taken for others. None of it is in a first view.
    maxBytes: 240_000,
    files: filesOf(customerChunks(manifest, ENTRY)),
  },
];

async function sizeOf(file: string): Promise<number> {
  if (file !== THEME_SCRIPT) return (await stat(new URL(`${file}.br`, dist))).size;
  const page = await readFile(new URL(ENTRY, dist), 'utf8');
  return brotliCompressSync(/<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '').length;
}

async function report({ name, maxBytes, files }: Budget): Promise<void> {
  const sized = await Promise.all(
    [...files].map(async (file) => ({ file, size: await sizeOf(file) })),
  );
  const total = sized.reduce((sum, { size }) => sum + size, 0);
  const isOver = total > maxBytes;
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${name}: ${total} of ${maxBytes} bytes in ${files.size} files`,
  );
  if (!isOver && !process.argv.includes('--files')) return;
  sized.sort((a, b) => b.size - a.size);
  for (const { file, size } of sized) console.log(`${String(size).padStart(10)}  ${file}`);
  if (isOver) process.exitCode = 1;
}

for (const budget of budgets) await report(budget);
