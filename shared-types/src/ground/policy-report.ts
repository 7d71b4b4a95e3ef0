import * as v from 'valibot';
import type { Route } from '../route.ts';

/** Reports counted per hour, from one network and in all; each may tell of several refusals. */
export const POLICY_REPORTS_PER_HOUR = 60;
export const POLICY_REPORTS_PER_HOUR_IN_ALL = 2000;
/** Of the refusals in one report, those that are looked at. */
export const POLICY_REPORT_MAX = 20;

const said = v.optional(v.nullable(v.string()));

/** What a browser refused, as `report-uri` has it sent (CSP 3). */
const CspReport = v.object({
  'effective-directive': said,
  'violated-directive': said,
  'blocked-uri': said,
  'document-uri': said,
  'source-file': said,
});

/** The same as the Reporting API has it sent; of other types nothing is read. */
const ReportedRefusal = v.object({
  type: v.string(),
  body: v.optional(
    v.nullable(
      v.object({ effectiveDirective: said, blockedURL: said, documentURL: said, sourceFile: said }),
    ),
  ),
});

/** What browsers say they refused: one by `report-uri`, several by the Reporting API. */
export const PolicyReport = v.object({
  'csp-report': v.optional(CspReport),
  reports: v.optional(v.array(ReportedRefusal)),
});
export type PolicyReport = v.InferOutput<typeof PolicyReport>;

/** Called by browsers, never by the app (API.md, Public). */
export const policyReportRoutes = {
  reportPolicy: {
    method: 'POST',
    path: '/api/policy-reports',
    access: 'public',
    body: PolicyReport,
    bodyTypes: { 'application/csp-report': undefined, 'application/reports+json': 'reports' },
    bodyLimitBytes: 64_000,
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
