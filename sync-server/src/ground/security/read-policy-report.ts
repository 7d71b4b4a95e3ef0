import {
  POLICY_REPORT_MAX,
  type PolicyReport,
} from '@sunloop/shared-types/ground/policy-report.ts';

/** One kind of refusal, without anything that could name a person: no query, no code of a link, no text. */
export interface Refusal {
  /** Of the security policy, such as `script-src-elem`. */
  readonly directive: string;
  /** What was refused and what asked for it: a file of ours, another origin, a scheme or a keyword; empty if unknown. */
  readonly blocked: string;
  readonly source: string;
  /** The page it happened on, only the first part of its path. */
  readonly page: string;
}

const DIRECTIVES: ReadonlySet<string> = new Set([
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]);
const PLACE_MAX = 100;
/** `inline`, `trusted-types-sink`, and `data` where browsers tell only a scheme. */
const KEYWORD = /^[a-z][a-z-]{0,39}$/;
const OWN_FILE = /^\/(?:sw\.js|assets\/[\w.-]{1,80})$/;
const FIRST_PART = /^\/([a-z-]{0,20})(\/?)/;

/** The refusals of a report that can be counted, at most `POLICY_REPORT_MAX`. */
export function readPolicyReport({ reports = [], ...report }: PolicyReport): Refusal[] {
  const old = report['csp-report'];
  const told = [
    {
      directive: old?.['effective-directive'] ?? old?.['violated-directive'],
      blocked: old?.['blocked-uri'],
      source: old?.['source-file'],
      document: old?.['document-uri'],
    },
    ...reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => ({
        directive: body?.effectiveDirective,
        blocked: body?.blockedURL,
        source: body?.sourceFile,
        document: body?.documentURL,
      })),
  ];
  return told.slice(0, POLICY_REPORT_MAX).flatMap((one) => {
    // Older browsers tell what it allows, too.
    const directive = one.directive?.split(' ', 1)[0] ?? '';
    const document = URL.parse(one.document ?? '');
    if (!DIRECTIVES.has(directive) || !document) return [];
    const [blocked, source] = [one.blocked, one.source].map((text) => placeOf(text, document));
    return [{ directive, blocked: blocked ?? '', source: source ?? '', page: pageOf(document) }];
  });
}

function placeOf(text: string | null | undefined, { origin }: URL): string {
  if (text === null || text === undefined || KEYWORD.test(text)) return text ?? '';
  const url = URL.parse(text);
  if (!url) return '';
  if (url.origin === origin) return OWN_FILE.test(url.pathname) ? url.pathname : 'page';
  const place = /^(?:https?|wss?):$/.test(url.protocol) ? url.origin : url.protocol.slice(0, -1);
  return place.slice(0, PLACE_MAX);
}

function pageOf({ pathname }: URL): string {
  const [, first = '', more = ''] = FIRST_PART.exec(pathname) ?? [];
  if (first === '') return pathname === '/' ? '/' : 'another page';
  const isWhole = pathname === `/${first}` || pathname === `/${first}/`;
  if (isWhole) return `/${first}`;
  return more === '' ? 'another page' : `/${first}/…`;
}
