export {
  ACHIEVEMENT_CHECK_MS,
  ACTS_BATCH_ROWS,
  ADDRESS_MAX,
  AUDIT_PAGE_DEFAULT_ROWS,
  AVATAR_MAX_BYTES,
  AVATAR_MAX_SIDE_PX,
  BODY_LIMIT_BYTES,
  BULK_DELAY_MS,
  COPIED_LABEL_MS,
  DAY_MS,
  DEFAULT_REWARD,
  DESCRIPTION_MAX,
  EMAIL_MAX,
  ERASED_EMAIL_END,
  ERASED_QUESTION_MAX,
  ERASE_TRIES_PER_HOUR,
  EXPECTED_USER_HEADER,
  EXPORTS_PER_HOUR,
  EXPORT_MAX_ROWS,
  FRESH_SIGN_IN_MS,
  HOUR_MS,
  LABEL_MAX,
  LADDER_STOPS,
  LOGIN_MAX_PER_ADDRESS,
  LOGIN_MAX_PER_EMAIL,
  LOGIN_MAX_PER_EMAIL_AND_ADDRESS,
  LOGIN_WINDOW_MS,
  MINUTE_MS,
  NAME_MAX,
  NAME_MIN,
  OFFLINE_LOCK_DAYS,
  OURS_HEADER,
  OURS_HEADER_VALUE,
  PAGE_MAX_ROWS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
  PREVIEW_BODY_LIMIT_BYTES,
  PREVIEW_MAX_ROWS,
  PROFILE_BODY_LIMIT_BYTES,
  PUSH_BODY_LIMIT_BYTES,
  PUSH_MAX_ROWS,
  NEW_AVATARS_PER_HOUR,
  NEW_EMAILS_PER_HOUR,
  NEW_EMAILS_PER_HOUR_AND_ADDRESS,
  NEW_PASSWORDS_PER_HOUR,
  QUOTES_PER_HOUR,
  QUOTES_PER_HOUR_AND_CODE,
  REFUSED_SIGNUPS_PER_HOUR,
  QUOTE_MESSAGE_MAX,
  READ_MAX_RETRIES,
  READ_RETRY_BASE_MS,
  READ_RETRY_MAX_MS,
  REFERRAL_DATE_MAX_AGE_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SIGNUPS_PER_HOUR,
  SIGNED_IN_COOKIE,
  STALE_AFTER_MS,
  WRITE_MAX_RETRIES,
  TEMPORARY_PASSWORD_MS,
  USERNAME_MAX,
  USERNAME_MIN,
} from './limits.ts';
export {
  ACHIEVEMENT_ICONS,
  ACHIEVEMENT_TYPES,
  Achievement,
  AchievementChange,
  AchievementDefinition,
  AchievementIcon,
  AchievementType,
  Achievements,
  NewAchievement,
  RARITIES,
  Rarity,
} from './achievement.ts';
export {
  AdminReferralQuery,
  AdminStats,
  AdminUserQuery,
  AuditCsvQuery,
  AuditLog,
  AuditLogQuery,
  LockOut,
  LoginAttempt,
  NewUser,
  PayoutCsvQuery,
  PayoutMark,
  PayoutMonthQuery,
  SecurityStats,
  Setting,
  SettingChange,
  SettingKey,
  TemporaryPassword,
  UserChange,
  UserDetail,
} from './admin.ts';
export { csvOf, readCsvCell, type CsvCell } from './csv.ts';
export { emailPerson } from './email-person.ts';
export { ERROR_STATUS, ErrorBody, type ErrorCode } from './errors.ts';
export { EnvironmentalImpact } from './impact.ts';
export { Erasure, ErasedAnswer, ErasedQuestion, PersonExport } from './person-export.ts';
export { nameBrowser } from './name-browser.ts';
export {
  CompletionPay,
  CompletionPreview,
  CompletionQuestion,
  HelpContact,
  Ladder,
  LadderRung,
  LadderSpan,
  LadderStop,
  Programme,
  UsualDays,
} from './ladder.ts';
export { formatCents, parseCents, sumRewards, writeMoney } from './money.ts';
export { covers, edgesOf, rewardAt, spansOf, winnerAt } from './tier-spans.ts';
export type { PayingTier, Span } from './tier-spans.ts';
export {
  NewQuote,
  Quote,
  QuoteChange,
  QuoteReceipt,
  QuoteStatus,
  Referrer,
  SeenQuote,
} from './quote.ts';
export {
  AdminReferral,
  AdminReferralDetail,
  NewReferral,
  PersonName,
  PushRow,
  REFERRAL_FIELDS,
  REFERRAL_STATUSES,
  REFERRAL_STATUS_LABELS,
  Referral,
  ReferralAct,
  ReferralActAnswer,
  ReferralActResult,
  ReferralActs,
  ReferralEvent,
  type ReferralField,
  ReferralForm,
  ReferralStatus,
  ReferralStatusChange,
  referralStatusLabel,
  SentReferral,
} from './referral.ts';
export {
  CompletionBucket,
  Month,
  PayoutMonth,
  ReferralWeek,
  Report,
  TopReferrer,
} from './report.ts';
export {
  AvailableReward,
  AvailableRewardChange,
  NewAvailableReward,
  NewRewardTier,
  Payout,
  RewardHistoryItem,
  RewardLevel,
  RewardTier,
  RewardTierChange,
  UserStats,
} from './reward.ts';
export type {
  Access,
  HttpMethod,
  Route,
  RouteAnswer,
  RouteBody,
  RouteBodyInput,
  RouteParams,
  RouteQuery,
  RouteQueryInput,
} from './route.ts';
export { routes, type RouteName, type Routes } from './routes.ts';
export {
  AddedByServer,
  AdminReferralDelta,
  CreatedRun,
  KNOWN_RECEIPTS_MAX,
  Push,
  PushAnswer,
  PushResult,
  PushStatus,
  ReferralDelta,
  Since,
  storedAs,
  StoredRun,
} from './sync.ts';
export {
  ClaimedTime,
  Email,
  Flag,
  Id,
  OptionalAddress,
  OptionalClaimedTime,
  OptionalPhone,
  Timestamp,
  isStorableText,
  optionalText,
  storableText,
  text,
} from './text.ts';
export {
  CurrentUser,
  LogIn,
  NewPassword,
  PasswordChange,
  PasswordChangeForm,
  ProfileChange,
  Role,
  SeenProfile,
  SignUp,
  SignUpForm,
  User,
  Username,
} from './user.ts';
export { isVisibleName } from './visible-name.ts';
export {
  comparableContent,
  comparableText,
  type GivenContent,
  hasSameContent,
  REFERRAL_FIELD_LABELS,
  REFERRAL_HEADINGS,
  type ReferralContent,
  referralContent,
  typedContent,
} from './referral-content.ts';
export { EndSessionsQuery, UserSession } from './session.ts';
export { sessionRoutes } from './session-routes.ts';
export { accountRoutes } from './account-routes.ts';
export { customerRoutes } from './customer-routes.ts';
export { programmeRoutes } from './programme-routes.ts';
export { publicRoutes } from './public-routes.ts';
export { adminReferralRoutes } from './admin-referral-routes.ts';
export { adminUserRoutes } from './admin-user-routes.ts';
export { adminProgrammeRoutes } from './admin-programme-routes.ts';
export { requestPath } from './request-path.ts';
export { isAppPage } from './pages.ts';
export { comparablePhone, digitsOf, PHONE_COMPARED_DIGITS } from './phone.ts';
