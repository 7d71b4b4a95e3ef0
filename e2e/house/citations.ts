/** The repository's texts that contain citations or are cited, by path from the root. */
export type Texts = ReadonlyMap<string, string>;

/** A citation that leads nowhere. */
export interface BrokenCitation {
  readonly file: string;
  readonly cited: string;
}

/** The pages that code cites by a short name; docs/README.md lists them. */
export const PAGES = {
  SPEC: 'docs/product.md',
  API: 'docs/api.md',
  DESIGN: 'docs/design.md',
  STYLE: 'docs/style.md',
  PITFALLS: 'docs/pitfalls.md',
  RULES: 'pwa/engine/src/sync/README.md',
} as const;
const DECISIONS = 'docs/decisions/';
/** Where the rules about one noun stand, under their numbers; the others stand on the engine's page. */
const WINGS_PAGES = 'docs/product/';
const WORKSPACE_PATH =
  /`((?:shared-types|sync-server|pwa|e2e|docs|\.github|\.ci)\/[^`\s<>*{}…]*)`/g;
/** Pages whose file paths are checked; decisions describe their time and are not edited when a file moves. */
const TELLS_PATHS = /^(README|CONTRIBUTING|docs\/(?!decisions\/).+)\.md$/;

type Check = (cited: RegExpExecArray, file: string, texts: Texts) => boolean;

const titlesOf = (page: string, texts: Texts) =>
  [...(texts.get(page) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
const hasNumber = (page: string, texts: Texts, number: string | undefined) =>
  new RegExp(`^${number}\\. `, 'm').test(texts.get(page) ?? '');

/** Each kind of citation, with a check that the cited place exists. */
const CITATIONS: readonly (readonly [RegExp, Check])[] = [
  [/§(\d+)/g, ([, n], _, texts) => titlesOf(PAGES.SPEC, texts).some((t) => t.startsWith(`${n}. `))],
  [/\bAPI\.md, ([A-Z][^).;:\n|`]+)/g, ([, places = ''], _, texts) => hasApiPlaces(places, texts)],
  [
    /\bDESIGN(?:\.md)?, ([A-Z][\w ]+)/g,
    ([, title = ''], _, texts) => titlesOf(PAGES.DESIGN, texts).includes(title),
  ],
  [
    /\bSTYLE(?:\.md)?, "([^"]+)"/g,
    ([, title = ''], _, texts) => titlesOf(PAGES.STYLE, texts).includes(title),
  ],
  [/\b[Pp]rinciple (\d+)/g, ([, n], _, texts) => hasNumber(PAGES.STYLE, texts, n)],
  [/\bPITFALLS (\d+)/g, ([, n], _, texts) => hasNumber(PAGES.PITFALLS, texts, n)],
  [/\brules? (\d+)/g, ([, n], _, texts) => hasRule(texts, n)],
  [/\b[Dd]ecision (\d+)/g, ([, n = ''], _, texts) => hasDecision(n, texts)],
  [/\bdocs\/[\w/-]+\.md\b/g, ([path], _, texts) => texts.has(path)],
  [
    /\]\(([^)\s]+)\)/g,
    ([, target = ''], file, texts) => !isPage(file) || leads(target, file, texts),
  ],
  [WORKSPACE_PATH, ([, path = ''], file, texts) => !TELLS_PATHS.test(file) || isThere(path, texts)],
];

/** Every citation, link or named file whose target does not exist in `texts`: of all of them, or of those in `citing`. */
export function findBrokenCitations(texts: Texts, citing = texts): BrokenCitation[] {
  return [...citing].flatMap(([file, text]) =>
    CITATIONS.flatMap(([pattern, isRight]) =>
      [...text.matchAll(pattern)]
        .filter((cited) => !isRight(cited, file, texts))
        .map(([cited]) => ({ file, cited })),
    ),
  );
}

const isPage = (file: string) => file.endsWith('.md');
const isThere = (path: string, texts: Texts) =>
  texts.has(path) || [...texts.keys()].some((file) => file.startsWith(withSlash(path)));
const withSlash = (path: string) => (path.endsWith('/') ? path : `${path}/`);

/** `Customer and Sync`: headings; `POST /api/login`: a row of the page's tables. */
function hasApiPlaces(places: string, texts: Texts): boolean {
  if (places.includes('/api/')) return (texts.get(PAGES.API) ?? '').includes(`| \`${places}\` |`);
  const titles = titlesOf(PAGES.API, texts);
  return titles.includes(places) || places.split(' and ').every((part) => titles.includes(part));
}

function hasRule(texts: Texts, number: string | undefined): boolean {
  const pages = [...texts.keys()].filter((file) => file.startsWith(WINGS_PAGES));
  return [PAGES.RULES, ...pages].some((page) => hasNumber(page, texts, number));
}

function hasDecision(number: string, texts: Texts): boolean {
  return [...texts.keys()].some((file) =>
    file.startsWith(`${DECISIONS}${number.padStart(2, '0')}-`),
  );
}

/** Whether a link in a page leads to a file, and to a heading in it if it names one. */
function leads(target: string, file: string, texts: Texts): boolean {
  if (/^[a-z]+:/.test(target)) return true;
  const { pathname, hash } = new URL(target, `repo:///${file}`);
  const path = pathname.slice(1);
  if (hash === '') return isThere(path, texts);
  return titlesOf(path, texts).some((title) => `#${slugOf(title)}` === hash);
}

/** The anchor that Markdown viewers make from a heading. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
