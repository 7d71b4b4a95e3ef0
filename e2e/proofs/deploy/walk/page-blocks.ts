import { readFile } from 'node:fs/promises';
import path from 'node:path';

const PAGES = path.join(import.meta.dirname, '../../../../docs/run');

/** The shell blocks of a page under a heading, or of all of it for '', in their order and as they stand. Throws if there is none. */
export async function blocksOf(page: string, heading: string): Promise<readonly string[]> {
  const text = await readFile(path.join(PAGES, page), 'utf8');
  const sections = text.split(/^(?=## )/m);
  const section =
    (heading === '' ? text : sections.find((one) => one.startsWith(`## ${heading}\n`))) ?? '';
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  if (blocks.length === 0) throw new Error(`${page} has no commands under '${heading}'`);
  return blocks;
}

/** The one of them that has these words. */
export async function blockWith(page: string, heading: string, words: string): Promise<string> {
  const found = (await blocksOf(page, heading)).filter((block) => block.includes(words));
  const [block] = found;
  if (found.length !== 1 || block === undefined)
    throw new Error(`${found.length} blocks of ${page} under '${heading}' have '${words}'`);
  return block;
}
