import { policyReportRoutes } from '@sunloop/shared-types/ground/policy-report.ts';
import type Koa from 'koa';
import type { Middleware, RequestState } from './context.ts';
import type { InlineHashes } from './inline-hashes.ts';

/** React Aria's scroll lock on iOS inserts one style element; this is the hash of its text. */
const SCROLL_LOCK = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='";

/** Where browsers tell what they refused: those that know the Reporting API by its name, over https only, others by path. */
const REPORTS = { name: 'policy', path: policyReportRoutes.reportPolicy.path } as const;

const NOTHING_INLINE: InlineHashes = { scripts: [], styles: [] };

function contentSecurityPolicy({ isHttps, inline = NOTHING_INLINE }: SecurityOptions): string {
  const { scripts, styles } = inline;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", SCROLL_LOCK, ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The policy of `pwa/src/ui/own-script.ts`.
    'trusted-types sunloop',
    `report-uri ${REPORTS.path}`,
    // Where it stands, browsers that know it leave the line above alone.
    ...(isHttps ? [`report-to ${REPORTS.name}`] : []),
  ].join('; ');
}

/** What no page of ours uses. Passkeys, sharing, the clipboard, the camera (for a customer's QR code) and a lit screen stay allowed. */
const UNUSED = [
  'accelerometer',
  'browsing-topics',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': UNUSED.map((name) => `${name}=()`).join(', '),
};
const TWO_YEARS_SECONDS = 63_072_000;
const HTTPS_HEADERS: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`,
  'Reporting-Endpoints': `${REPORTS.name}="${REPORTS.path}"`,
};

interface SecurityOptions {
  readonly isHttps: boolean;
  /** What the built pages have within them; nothing if absent. */
  readonly inline?: InlineHashes;
}

type Headers = Readonly<Record<string, string>>;

/** The security headers of every response; HSTS only if the public origin is https. */
export function securityHeaders(options: SecurityOptions): Headers {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    ...HEADERS,
    ...(options.isHttps && HTTPS_HEADERS),
  };
}

/** Sets the security headers on every response of an application, also where something fails. */
export function setSecurityHeaders(app: Koa<RequestState>, options: SecurityOptions): Middleware {
  const headers = securityHeaders(options);
  // Told before Koa answers, which then drops all headers but those of the error.
  app.on('error', (error: Error & { headers?: Headers }) => {
    error.headers = { ...headers, ...error.headers };
  });
  const all = Object.entries(headers);
  return async (ctx, next) => {
    for (const [name, value] of all) ctx.res.setHeader(name, value);
    await next();
  };
}
