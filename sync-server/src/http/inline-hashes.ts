import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Sources of a content security policy: the hashes of what stands within the pages. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const PAGES = ['index.html', 'auth.html', 'refer.html'];
const SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/** What the built pages in this folder have within them; throws if one is missing. Nothing without a folder. */
export function inlineHashes(webRoot: string | undefined): InlineHashes {
  const pages = webRoot === undefined ? [] : PAGES.map((page) => path.join(webRoot, page));
  const texts = pages.map((page) => readFileSync(page, 'utf8'));
  const hashesOf = (part: RegExp) => [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(part)].map(([, inner = '']) => sourceOf(inner))),
    ),
  ];
  return { scripts: hashesOf(SCRIPT), styles: hashesOf(STYLE) };
}

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
