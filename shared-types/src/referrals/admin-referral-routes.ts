import * as v from 'valibot';
import { ReferralActAnswer, ReferralActs } from './admin-act.ts';
import { DuplicateDecision } from './cases.ts';
import { CompletionPreview, CompletionQuestion } from '../program/admin-completion.ts';
import { LostReferrals } from './lost-referrals.ts';
import { AdminReferralDetail } from './admin-referral-detail.ts';
import { AdminStats } from '../ground/admin.ts';
import {
  AdminReferralCount,
  AdminReferralCountQuery,
  AdminReferralCsvQuery,
  AdminReferralQuery,
  ListedReferral,
} from './admin-referral-list.ts';
import { PREVIEW_BODY_LIMIT_BYTES } from '../limits.ts';
import { Report } from '../program/reports.ts';
import { Quote, QuoteChange } from '../visitors/quotes.ts';
import { AdminReferral, ReferralStatusChange } from './referral.ts';
import { TOUCHED_BY } from './admin-touches.ts';
import type { Route } from '../route.ts';
import { AdminReferralDelta, Since } from './sync.ts';
import { ById } from '../values/text.ts';

const nothing = v.undefined();

/** Everybody's referrals and quotes, for admins (API.md, Admin). */
export const adminReferralRoutes = {
  adminStats: {
    method: 'GET',
    path: '/api/admin/stats',
    access: 'admin',
    answers: { 200: AdminStats },
  },
  adminReferrals: {
    method: 'GET',
    path: '/api/admin/referrals',
    access: 'admin',
    query: AdminReferralQuery,
    answers: { 200: v.array(ListedReferral) },
  },
  pullAdminReferrals: {
    method: 'GET',
    path: '/api/admin/referrals',
    access: 'admin',
    query: Since,
    answers: { 200: AdminReferralDelta },
    whenQuery: 'since',
    hasEtag: false,
  },
  /** How many of them match. */
  countAdminReferrals: {
    method: 'GET',
    path: '/api/admin/referrals/count',
    access: 'admin',
    query: AdminReferralCountQuery,
    answers: { 200: AdminReferralCount },
  },
  adminReferralsCsv: {
    method: 'GET',
    path: '/api/admin/referrals',
    access: 'admin',
    query: AdminReferralCsvQuery,
    answers: { 200: v.string() },
    whenQuery: 'format',
    hasEtag: false,
  },
  adminReferral: {
    method: 'GET',
    path: '/api/admin/referrals/:id',
    access: 'admin',
    params: ById,
    answers: { 200: AdminReferralDetail },
  },
  /** Whether it and its duplicates are different people or, if the same, who is paid: none is marked any more. */
  decideDuplicates: {
    method: 'POST',
    path: '/api/admin/referrals/:id/duplicates',
    access: 'admin',
    touches: TOUCHED_BY.referral,
    params: ById,
    // Older apps send none: they know only different people.
    body: DuplicateDecision,
    answers: { 200: AdminReferralDetail },
  },
  /** Acts from an admin's outbox: each is judged alone, and sending one twice does it once. */
  actOnReferrals: {
    method: 'POST',
    path: '/api/admin/referrals/acts',
    access: 'admin',
    touches: TOUCHED_BY.referral,
    body: ReferralActs,
    answers: { 200: ReferralActAnswer },
  },
  /** What completing them would pay, and to whom: writes nothing. */
  previewCompletion: {
    method: 'POST',
    path: '/api/admin/referrals/completion-preview',
    access: 'admin',
    body: CompletionQuestion,
    answers: { 200: CompletionPreview },
    bodyLimitBytes: PREVIEW_BODY_LIMIT_BYTES,
  },
  report: {
    method: 'GET',
    path: '/api/admin/report',
    access: 'admin',
    answers: { 200: Report },
  },
  changeReferralStatus: {
    method: 'PATCH',
    path: '/api/admin/referrals/:id/status',
    access: 'admin',
    touches: TOUCHED_BY.referral,
    params: ById,
    body: ReferralStatusChange,
    answers: { 200: AdminReferral },
  },
  deleteReferral: {
    method: 'DELETE',
    path: '/api/admin/referrals/:id',
    access: 'admin',
    touches: TOUCHED_BY.referral,
    params: ById,
    answers: { 204: nothing },
  },
  lostReferrals: {
    method: 'GET',
    path: '/api/admin/lost-referrals',
    access: 'admin',
    answers: { 200: v.array(LostReferrals) },
  },
  quotes: {
    method: 'GET',
    path: '/api/admin/quotes',
    access: 'admin',
    answers: { 200: v.array(Quote) },
  },
  changeQuote: {
    method: 'PATCH',
    path: '/api/admin/quotes/:id',
    access: 'admin',
    touches: TOUCHED_BY.quote,
    params: ById,
    body: QuoteChange,
    answers: { 200: Quote },
  },
} as const satisfies Record<string, Route>;
