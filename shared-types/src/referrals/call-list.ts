import * as v from 'valibot';
import { Lead, ReferralCall } from './calls.ts';
import { AdminReferral } from './referral.ts';
import { TOUCHED_BY } from './admin-touches.ts';
import type { Route } from '../route.ts';
import { ById } from '../values/text.ts';

/** The call list holds no more people at once. */
export const CALL_LIST_MAX = 100;

export const LEAD_OWNERS = ['mine', 'nobody'] as const;
export type LeadOwner = (typeof LEAD_OWNERS)[number];

/**
 * Whose leads; absent: everybody's.
 *
 * @public named in the OpenAPI document
 */
export const CallListQuery = v.object({
  owner: v.optional(v.picklist(LEAD_OWNERS, 'Must be a known owner')),
});

/** Somebody to be called, with the newest calls, oldest first. */
export const DueCall = v.object({
  referral: AdminReferral,
  lead: Lead,
  calls: v.array(ReferralCall),
});
export type DueCall = v.InferOutput<typeof DueCall>;

/**
 * Whom to call today, by the office’s clock: those whose day has come, the oldest first, then those nobody has called, the longest received
 * first. Counts go up to `COUNT_MAX`.
 */
export const CallList = v.object({
  /** How many are due. */
  total: v.number(),
  /** How many of them should have been called before today. */
  overdue: v.number(),
  /** There are more than `total`. */
  isMore: v.boolean(),
  /** At most `CALL_LIST_MAX`. */
  calls: v.array(DueCall),
});
export type CallList = v.InferOutput<typeof CallList>;

/** @public named in the OpenAPI document */
export const LeadChange = v.object({
  owner: v.nullable(v.literal('me', "Must be 'me' or null")),
});

/** Whom to call, and who looks after whom. */
export const callRoutes = {
  callList: {
    method: 'GET',
    path: '/api/admin/calls',
    access: 'admin',
    query: CallListQuery,
    answers: { 200: CallList },
  },
  changeLead: {
    method: 'PUT',
    path: '/api/admin/referrals/:id/owner',
    access: 'admin',
    touches: TOUCHED_BY.lead,
    params: ById,
    body: LeadChange,
    answers: { 200: Lead },
  },
} as const satisfies Record<string, Route>;
