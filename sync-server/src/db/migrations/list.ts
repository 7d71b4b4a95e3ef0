import { Migration001Users } from './001-users.ts';
import { Migration002Referrals } from './002-referrals.ts';
import { Migration003Rewards } from './003-rewards.ts';
import { Migration004Achievements } from './004-achievements.ts';
import { Migration005Administration } from './005-administration.ts';
import { Migration006AdminLists } from './006-admin-lists.ts';
import { Migration007AdminDesk } from './007-admin-desk.ts';
import { Migration008AdminActs } from './008-admin-acts.ts';
import { Migration009PhoneTail } from './009-phone-tail.ts';
import { Migration010PayoutMarks } from './010-payout-marks.ts';
import { Migration011RowTimes } from './011-row-times.ts';
import { Migration012PendingTries } from './012-pending-tries.ts';
import { Migration013KnownDevices } from './013-known-devices.ts';
import { Migration014ReferralCounts } from './014-referral-counts.ts';
import { Migration015ErasedPeople } from './015-erased-people.ts';
import { Migration016Retention } from './016-retention.ts';
import { Migration017SessionList } from './017-session-list.ts';
import { Migration018TemporaryPasswords } from './018-temporary-passwords.ts';
import { Migration019EarlierEmails } from './019-earlier-emails.ts';
import { type CleanAvatar, migration020CleanAvatars } from './020-clean-avatars.ts';
import { Migration021UncountedTries } from './021-uncounted-tries.ts';
import { Migration022SearchLater } from './022-search-later.ts';
import { Migration023SearchTable } from './023-search-table.ts';
import { Migration024WhereItStood } from './024-where-it-stood.ts';
import { Migration025PersonInSearch } from './025-person-in-search.ts';
import { Migration026AchievementNews } from './026-achievement-news.ts';
import { Migration027AmountsReadWhole } from './027-amounts-read-whole.ts';
import { Migration028NamesInOneForm } from './028-names-in-one-form.ts';
import { Migration029AuditChanges } from './029-audit-changes.ts';
import { Migration030SortedReferrals } from './030-sorted-referrals.ts';
import { Migration031ReportCounts } from './031-report-counts.ts';
import { Migration032ErasedUsers } from './032-erased-users.ts';
import { Migration033Epochs } from './033-epochs.ts';
import { Migration034FoundUsers } from './034-found-users.ts';
import { Migration035SearchedSigns } from './035-searched-signs.ts';
import { Migration036AfterARestore } from './036-after-a-restore.ts';
import { Migration037OneFold } from './037-one-fold.ts';
import { Migration038PaidByPerson } from './038-paid-by-person.ts';
import { Migration039DuplicateDecisions } from './039-duplicate-decisions.ts';
import { Migration040PayRuns } from './040-pay-runs.ts';
import { Migration041Calls } from './041-calls.ts';
import { Migration042Invitations } from './042-invitations.ts';
import { Migration043OutgoingMessages } from './043-outgoing-messages.ts';
import { Migration044SecondFactors } from './044-second-factors.ts';
import { Migration045Permission } from './045-permission.ts';
import { Migration046SingleSignOn } from './046-single-sign-on.ts';
import { Migration047DoNotContact } from './047-do-not-contact.ts';
import { Migration048ForgottenFriends } from './048-forgotten-friends.ts';
import { Migration049SessionKeyMark } from './049-session-key-mark.ts';
import { Migration050BackupRuns } from './050-backup-runs.ts';
import { Migration051SeenTransactions } from './051-seen-transactions.ts';
import { Migration052ManagedDatabases } from './052-managed-databases.ts';
import { Migration053PolicyRefusals } from './053-policy-refusals.ts';
import { Migration054ServerKeys } from './054-server-keys.ts';
import { Migration055Receipts } from './055-receipts.ts';
import { Migration056TakenReferrals } from './056-taken-referrals.ts';
import { Migration058FirstCome } from './058-first-come.ts';
import { Migration060DeviceReports } from './060-device-reports.ts';
import { Migration062PushSubscriptions } from './062-push-subscriptions.ts';
import { Migration064HandoverGeneration } from './064-handover-generation.ts';
import { Migration066TriesOfUsers } from './066-tries-of-users.ts';
import { Migration068WholeListsNameDeletions } from './068-whole-lists-name-deletions.ts';
import { Migration070ProvedSessions } from './070-proved-sessions.ts';
import { Migration071ConfirmedEarlierEmails } from './071-confirmed-earlier-emails.ts';
import { Migration075SsoRefusals } from './075-sso-refusals.ts';
import { Migration076OfficeDays } from './076-office-days.ts';
import { Migration082SearchedWords } from './082-searched-words.ts';
import { type LookOf, migration083UserLooks } from './083-user-looks.ts';
import { Migration084PossibleDuplicates } from './084-possible-duplicates.ts';
import { Migration086InstallationFaults } from './086-installation-faults.ts';
import { Migration087OfficeDaysWait } from './087-office-days-wait.ts';

/** What migrations need of the features, which they do not import. */
export interface MigrationParts {
  readonly cleanAvatar: CleanAvatar;
  readonly lookOf: LookOf;
}

/** All migrations in order. A shipped one is never edited; a change is a new migration at the end. */
export const migrationsOf = ({ cleanAvatar, lookOf }: MigrationParts) => [
  { name: '001-users', class: Migration001Users },
  { name: '002-referrals', class: Migration002Referrals },
  { name: '003-rewards', class: Migration003Rewards },
  { name: '004-achievements', class: Migration004Achievements },
  { name: '005-administration', class: Migration005Administration },
  { name: '006-admin-lists', class: Migration006AdminLists },
  { name: '007-admin-desk', class: Migration007AdminDesk },
  { name: '008-admin-acts', class: Migration008AdminActs },
  { name: '009-phone-tail', class: Migration009PhoneTail },
  { name: '010-payout-marks', class: Migration010PayoutMarks },
  { name: '011-row-times', class: Migration011RowTimes },
  { name: '012-pending-tries', class: Migration012PendingTries },
  { name: '013-known-devices', class: Migration013KnownDevices },
  { name: '014-referral-counts', class: Migration014ReferralCounts },
  { name: '015-erased-people', class: Migration015ErasedPeople },
  { name: '016-retention', class: Migration016Retention },
  { name: '017-session-list', class: Migration017SessionList },
  { name: '018-temporary-passwords', class: Migration018TemporaryPasswords },
  { name: '019-earlier-emails', class: Migration019EarlierEmails },
  { name: '020-clean-avatars', class: migration020CleanAvatars(cleanAvatar) },
  { name: '021-uncounted-tries', class: Migration021UncountedTries },
  { name: '022-search-later', class: Migration022SearchLater },
  { name: '023-search-table', class: Migration023SearchTable },
  { name: '024-where-it-stood', class: Migration024WhereItStood },
  { name: '025-person-in-search', class: Migration025PersonInSearch },
  { name: '026-achievement-news', class: Migration026AchievementNews },
  { name: '027-amounts-read-whole', class: Migration027AmountsReadWhole },
  { name: '028-names-in-one-form', class: Migration028NamesInOneForm },
  { name: '029-audit-changes', class: Migration029AuditChanges },
  { name: '030-sorted-referrals', class: Migration030SortedReferrals },
  { name: '031-report-counts', class: Migration031ReportCounts },
  { name: '032-erased-users', class: Migration032ErasedUsers },
  { name: '033-epochs', class: Migration033Epochs },
  { name: '034-found-users', class: Migration034FoundUsers },
  { name: '035-searched-signs', class: Migration035SearchedSigns },
  { name: '036-after-a-restore', class: Migration036AfterARestore },
  { name: '037-one-fold', class: Migration037OneFold },
  { name: '038-paid-by-person', class: Migration038PaidByPerson },
  { name: '039-duplicate-decisions', class: Migration039DuplicateDecisions },
  { name: '040-pay-runs', class: Migration040PayRuns },
  { name: '041-calls', class: Migration041Calls },
  { name: '042-invitations', class: Migration042Invitations },
  { name: '043-outgoing-messages', class: Migration043OutgoingMessages },
  { name: '044-second-factors', class: Migration044SecondFactors },
  { name: '045-permission', class: Migration045Permission },
  { name: '046-single-sign-on', class: Migration046SingleSignOn },
  { name: '047-do-not-contact', class: Migration047DoNotContact },
  { name: '048-forgotten-friends', class: Migration048ForgottenFriends },
  { name: '049-session-key-mark', class: Migration049SessionKeyMark },
  { name: '050-backup-runs', class: Migration050BackupRuns },
  { name: '051-seen-transactions', class: Migration051SeenTransactions },
  { name: '052-managed-databases', class: Migration052ManagedDatabases },
  { name: '053-policy-refusals', class: Migration053PolicyRefusals },
  { name: '054-server-keys', class: Migration054ServerKeys },
  { name: '055-receipts', class: Migration055Receipts },
  { name: '056-taken-referrals', class: Migration056TakenReferrals },
  { name: '058-first-come', class: Migration058FirstCome },
  { name: '060-device-reports', class: Migration060DeviceReports },
  { name: '062-push-subscriptions', class: Migration062PushSubscriptions },
  { name: '064-handover-generation', class: Migration064HandoverGeneration },
  { name: '066-tries-of-users', class: Migration066TriesOfUsers },
  { name: '068-whole-lists-name-deletions', class: Migration068WholeListsNameDeletions },
  { name: '070-proved-sessions', class: Migration070ProvedSessions },
  { name: '071-confirmed-earlier-emails', class: Migration071ConfirmedEarlierEmails },
  { name: '075-sso-refusals', class: Migration075SsoRefusals },
  { name: '076-office-days', class: Migration076OfficeDays },
  { name: '082-searched-words', class: Migration082SearchedWords },
  { name: '083-user-looks', class: migration083UserLooks(lookOf) },
  { name: '084-possible-duplicates', class: Migration084PossibleDuplicates },
  { name: '086-installation-faults', class: Migration086InstallationFaults },
  { name: '087-office-days-wait', class: Migration087OfficeDaysWait },
];

/** Their names, for which no part is needed. */
export const migrationNames = migrationsOf({ cleanAvatar: () => null, lookOf: (name) => name }).map(
  ({ name }) => name,
);
