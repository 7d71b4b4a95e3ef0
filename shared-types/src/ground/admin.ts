import * as v from 'valibot';
import { SsoRefusals } from '../accounts/sso-refusals.ts';
import { Day } from '../values/day.ts';
import { Email } from '../values/email.ts';
import { AUDIT_PAGE_DEFAULT_ROWS, LABEL_MAX, SETTING_MAX } from '../limits.ts';
import { PageCursor, PageLimit, SearchText, sortBy } from '../referrals/admin-referral-list.ts';
import { Month } from '../program/reports.ts';
import { RewardHistoryItem, UserStats } from '../program/reward.ts';
import { UserSession } from '../accounts/session.ts';
import { Flag, Id, OptionalAddress, OptionalPhone, text, Timestamp } from '../values/text.ts';
import { CurrentPassword, NewPassword, Role, User, Username } from './user.ts';

/** Something that waits for an admin: how many, and since when the oldest of them. */
const WaitingWork = v.object({ count: v.number(), since: v.nullable(Timestamp) });

/** What the office has to do today. */
export const DeskWork = v.object({
  /** People to be called today: nobody has called them, or their day has come. */
  calls: WaitingWork,
  /** Open quote requests. */
  quotes: WaitingWork,
  /** People who are owed money; the sum is `totalOwed`. */
  payouts: WaitingWork,
  /** Referrals of somebody whom another referrer had referred before; `isMore`: there are more than are counted. */
  duplicates: v.object({ ...WaitingWork.entries, isMore: v.boolean() }),
  /** Devices that have held something for too long, or lost it. Absent in answers of older versions. */
  devices: v.optional(WaitingWork),
  /** Referrals of which their referrer says that they are not theirs; `id` is the oldest. Absent in older answers. */
  notMine: v.optional(v.object({ ...WaitingWork.entries, id: v.nullable(Id) })),
});
export type DeskWork = v.InferOutput<typeof DeskWork>;

/** Something wrong with the installation that only an operator can mend: what was looked at, and what to do. */
export const InstallationFault = v.object({ check: v.string(), say: v.string() });
export type InstallationFault = v.InferOutput<typeof InstallationFault>;

export const AdminStats = v.object({
  totalUsers: v.number(),
  totalReferrals: v.number(),
  completedReferrals: v.number(),
  totalReferralsPaidOut: v.number(),
  /**
   * In dollars: what was marked as paid to customers, what people are still owed, and what was paid to people who did not
   * keep it; paid and owed less overpaid is what was earned. Optional because desks hold older answers.
   */
  totalPaid: v.optional(v.number()),
  totalOwed: v.optional(v.number()),
  totalOverpaid: v.optional(v.number()),
  work: v.optional(DeskWork),
  /** Optional because desks hold older answers. */
  faults: v.optional(v.array(InstallationFault)),
});
export type AdminStats = v.InferOutput<typeof AdminStats>;

/** Parts of everybody's accounts that can be listed alone. */
export const USER_GROUPS = ['active', 'inactive', 'admin'] as const;

/** What everybody's accounts can be sorted by. */
export const USER_COLUMNS = ['username', 'email', 'role', 'status', 'created'] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];

export const AdminUserQuery = v.object({
  q: v.optional(SearchText),
  group: v.optional(v.picklist(USER_GROUPS, 'Must be a known group')),
  sort: v.optional(sortBy(USER_COLUMNS)),
  limit: v.optional(PageLimit),
  after: v.optional(PageCursor),
});
export type AdminUserQuery = v.InferOutput<typeof AdminUserQuery>;

export const AdminUserCountQuery = v.object({ q: v.optional(SearchText) });

/** How many accounts a search finds, and of each group. */
export const AdminUserCount = v.object({
  all: v.number(),
  active: v.number(),
  inactive: v.number(),
  admin: v.number(),
});
export type AdminUserCount = v.InferOutput<typeof AdminUserCount>;

export const NewUser = v.object({
  username: Username,
  email: Email,
  password: NewPassword,
  role: Role,
  isActive: Flag,
  phone: OptionalPhone,
  address: OptionalAddress,
});
export type NewUser = v.InferOutput<typeof NewUser>;

/** A new user with a password, or with `invite`: then they get a message with a link to set their own. */
export const AddedUser = v.pipe(
  v.object({
    ...NewUser.entries,
    password: v.optional(NewPassword),
    invite: v.optional(v.boolean('Must be true or false')),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['invite']],
      ({ password, invite }) => password !== undefined || invite === true,
      'Password is required',
    ),
    ['password'],
  ),
);
export type AddedUser = v.InferOutput<typeof AddedUser>;

export const UserChange = v.object({
  username: v.optional(Username),
  email: v.optional(Email),
  phone: OptionalPhone,
  address: OptionalAddress,
  role: v.optional(Role),
  isActive: v.optional(Flag),
  /** Of an older app, for what asks again (403 `password_needed`). */
  currentPassword: CurrentPassword,
});
export type UserChange = v.InferOutput<typeof UserChange>;

export const TemporaryPassword = v.object({ temporaryPassword: v.string() });
export type TemporaryPassword = v.InferOutput<typeof TemporaryPassword>;

export const Setting = v.object({
  id: Id,
  key: v.string(),
  value: v.string(),
  description: v.nullable(v.string()),
  category: v.string(),
  isEditable: Flag,
  updatedBy: v.nullable(Id),
  /** That user's name. Optional because desks hold older answers. */
  updatedByName: v.optional(v.nullable(v.string())),
  updatedAt: v.nullable(Timestamp),
});
export type Setting = v.InferOutput<typeof Setting>;

export const SettingKey = v.object({ key: text(1, LABEL_MAX) });
export const SettingChange = v.object({ value: text(0, SETTING_MAX) });
export type SettingChange = v.InferOutput<typeof SettingChange>;

/** Filters of the audit log; days are the office’s, both inclusive. */
const auditFilter = {
  action: v.optional(text(1, LABEL_MAX)),
  entity: v.optional(text(1, LABEL_MAX)),
  userId: v.optional(Id),
  from: v.optional(Day),
  to: v.optional(Day),
};
export const AuditLogQuery = v.object({
  ...auditFilter,
  limit: v.optional(PageLimit, String(AUDIT_PAGE_DEFAULT_ROWS)),
  before: v.optional(Id),
});
export type AuditLogQuery = v.InferOutput<typeof AuditLogQuery>;

export const LoginAttempt = v.object({
  email: v.string(),
  success: Flag,
  ipAddress: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  attemptedAt: Timestamp,
});
export type LoginAttempt = v.InferOutput<typeof LoginAttempt>;

/** Sign-ins refused for now because of too many wrong passwords; null means "any" (API.md, POST /api/login). */
export const LockOut = v.object({
  email: v.nullable(v.string()),
  ipAddress: v.nullable(v.string()),
  wrongPasswords: v.number(),
  until: Timestamp,
});
export type LockOut = v.InferOutput<typeof LockOut>;

/** Of the backups that the server makes by itself; `fault` is of the newest. */
export const BackupState = v.object({
  savedAt: v.nullable(Timestamp),
  bytes: v.nullable(v.number()),
  rows: v.nullable(v.number()),
  verifiedAt: v.nullable(Timestamp),
  copiedAt: v.nullable(Timestamp),
  fault: v.nullable(v.string()),
  faultAt: v.nullable(Timestamp),
});
export type BackupState = v.InferOutput<typeof BackupState>;

/** What browsers refused on our pages by the security policy, of one kind: how often in 30 days, and when last. */
export const PolicyRefusal = v.object({
  directive: v.string(),
  blocked: v.string(),
  source: v.string(),
  page: v.string(),
  count: v.number(),
  lastAt: Timestamp,
});
export type PolicyRefusal = v.InferOutput<typeof PolicyRefusal>;

export const SecurityStats = v.object({
  activeSessions: v.number(),
  lockedOut: v.number(),
  successfulLogins24h: v.number(),
  failedLogins24h: v.number(),
  recentAttempts: v.array(LoginAttempt),
  lockOuts: v.array(LockOut),
  /** The newest kinds. Optional because desks hold older answers. */
  refusals: v.optional(v.array(PolicyRefusal)),
  /** Absent if the server has made none by itself. */
  backups: v.optional(BackupState),
  /** By whom people may sign in, and what is wrong with it; absent if nobody may. */
  sso: v.optional(
    v.object({
      name: v.nullable(v.string()),
      issuer: v.nullable(v.string()),
      fault: v.nullable(v.string()),
      /** Who was turned away in the last 30 days, most first. Optional because desks hold older answers. */
      refusals: v.optional(SsoRefusals),
    }),
  ),
});
export type SecurityStats = v.InferOutput<typeof SecurityStats>;

/** The whole audit log as a file, with the list's filters. */
export const AuditCsvQuery = v.object({ ...auditFilter, format: v.literal('csv') });
export type AuditCsvQuery = v.InferOutput<typeof AuditCsvQuery>;

export const PayoutCsvQuery = v.object({ format: v.literal('csv'), month: v.optional(Month) });
export type PayoutCsvQuery = v.InferOutput<typeof PayoutCsvQuery>;
export const PayoutMonthQuery = v.object({ month: Month });

/** What an admin sees of one user besides their referrals. */
export const UserDetail = v.object({
  user: User,
  stats: UserStats,
  sessions: v.array(UserSession),
  /** The newest twenty sign-in attempts with the user's email. */
  signIns: v.array(LoginAttempt),
  rewards: v.array(RewardHistoryItem),
  /** What they have besides the password. Optional because desks hold older answers. */
  secondFactor: v.optional(v.object({ passkeys: v.number(), hasCodes: v.boolean() })),
});
export type UserDetail = v.InferOutput<typeof UserDetail>;
