import * as v from 'valibot';
import { EXPORT_PATH } from './account-routes.ts';
import { ReferralCall } from '../referrals/calls.ts';
import { ReportedRow } from '../referrals/device-reports.ts';
import { EnvironmentalImpact } from '../program/impact.ts';
import { LadderRung } from '../program/own-ladder.ts';
import { QuoteStatus } from '../visitors/quotes.ts';
import { Referral } from '../referrals/referral.ts';
import { Flag, Id, Timestamp } from '../values/text.ts';
import type { Route } from '../route.ts';
import { User } from '../ground/user.ts';

const when = v.nullable(Timestamp);
const text = v.nullable(v.string());

/** A referral with what admins did to it. */
const ExportedReferral = v.object({
  ...Referral.entries,
  permissionAt: when,
  history: v.array(v.object({ action: v.string(), details: text, createdAt: Timestamp })),
  /** Calls to the friend, without who called; in the person's own file a note only if it is shared with them. */
  calls: v.array(v.omit(ReferralCall, ['id', 'username'])),
});

/** A line of the audit log by the person or about them; who else acted, or on whom, is left out. */
const ExportedEvent = v.object({
  id: Id,
  byThem: v.boolean(),
  action: v.string(),
  entity: v.string(),
  details: text,
  ipAddress: text,
  userAgent: text,
  createdAt: Timestamp,
});

/** A quote request that they follow, or with their confirmed email if nobody else follows it. */
const ExportedQuote = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  address: text,
  message: text,
  status: QuoteStatus,
  createdAt: Timestamp,
});

/** Everything held about one person, newest first. `leftOut` names lists that are longer than given here. */
export const PersonExport = v.object({
  exportedAt: Timestamp,
  leftOut: v.array(v.string()),
  user: User,
  /** How they sign in besides their password: when their address was confirmed, a new one that is not, and by which provider. */
  signIn: v.object({ emailConfirmedAt: when, pendingEmail: text, ssoIssuer: text }),
  impact: EnvironmentalImpact,
  /** What each open referral pays if they are completed as they stand, nearest first. */
  expected: v.array(v.object({ referralId: Id, ...LadderRung.entries })),
  referrals: v.array(ExportedReferral),
  /** Receipts of their newest referrals, as text: each can be verified at `/receipts`. */
  receipts: v.array(v.string()),
  deletedReferrals: v.array(v.object({ id: Id, deletedAt: Timestamp })),
  rewards: v.array(
    v.object({
      id: Id,
      referralId: v.nullable(Id),
      amount: v.string(),
      description: v.string(),
      date: Timestamp,
      createdAt: Timestamp,
      paidAt: when,
      /** How it was paid and under which reference, as far as the office noted it. */
      paidMethod: text,
      paidReference: text,
    }),
  ),
  achievements: v.array(
    v.object({
      id: Id,
      title: v.string(),
      progress: v.number(),
      isEarned: Flag,
      earnedAt: when,
    }),
  ),
  /** Earlier addresses, in lower case and without tags: nobody may refer themselves under them. */
  earlierEmails: v.array(v.object({ person: v.string() })),
  /** Ways to sign in besides the password, without what opens anything. */
  passkeys: v.array(v.object({ name: v.string(), createdAt: Timestamp, lastUsedAt: when })),
  /** Whether codes of an app are asked for after the password. */
  hasCodes: v.boolean(),
  sessions: v.array(
    v.object({
      device: text,
      place: text,
      startedAt: Timestamp,
      lastUsedAt: Timestamp,
      expiresAt: Timestamp,
      /** The push service by which this device is told of news; null if it is not. */
      notifiedBy: text,
    }),
  ),
  /** What their devices told of themselves. */
  devices: v.array(
    v.object({
      device: text,
      version: v.string(),
      isProtected: v.nullable(v.boolean()),
      waiting: v.number(),
      refused: v.number(),
      rows: v.array(ReportedRow),
      missing: v.array(ReportedRow),
      heardAt: Timestamp,
    }),
  ),
  signIns: v.array(
    v.object({ success: Flag, ipAddress: text, userAgent: text, attemptedAt: Timestamp }),
  ),
  events: v.array(ExportedEvent),
  /** What was written to them; the texts are not kept. */
  messages: v.array(
    v.object({ kind: v.string(), to: v.string(), state: v.string(), createdAt: Timestamp }),
  ),
  quotes: v.array(ExportedQuote),
  /** Which of their referrals somebody took for them, and what they said of it. */
  takenForThem: v.array(
    v.object({ referralId: Id, takenAt: Timestamp, notMineAt: when, keptAt: when }),
  ),
  /** Referrals they took for others, without whose they are. */
  takenForOthers: v.array(v.object({ referralId: Id, takenAt: Timestamp })),
  /** Quote requests through the person's link, as far as they are about the person. */
  linkRequests: v.array(
    v.object({ referralId: v.nullable(Id), status: QuoteStatus, createdAt: Timestamp }),
  ),
});
export type PersonExport = v.InferOutput<typeof PersonExport>;

/** Apart from the other calls about an account, because the app saves the answer as it comes and needs none of its shapes. */
export const exportRoutes = {
  exportAccount: {
    method: 'GET',
    path: EXPORT_PATH,
    access: 'session',
    answers: { 200: PersonExport },
    hasEtag: false,
  },
} as const satisfies Record<string, Route>;
