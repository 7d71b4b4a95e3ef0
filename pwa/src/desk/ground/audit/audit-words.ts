import {
  type AuditChange,
  type AuditLog,
  describeChange,
} from '@sunloop/shared-types/ground/audit.ts';
import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import { isolate } from '../../../lib/isolate.ts';
import { ROLE_LABELS } from '../../../lib/role-labels.ts';
import type { IconName } from '../../../ui/icon.tsx';

/** What the server writes into the log, in plain words and in the order of the filter. */
const ACTION_LABELS: Readonly<Record<string, string>> = {
  'session.login': 'Signed in',
  'session.logout': 'Signed out',
  'session.proof': 'Said again who they are',
  'user.sign_up': 'Signed up',
  'user.create': 'Created a user',
  'user.change': 'Changed a user',
  'user.change_profile': 'Changed their profile',
  'user.change_password': 'Changed their password',
  'user.reset_password': 'Reset a password',
  'user.reset_second_factor': 'Reset a second factor',
  'user.password_by_reset': 'Set a new password by a link',
  'user.password_by_invitation': 'Set a first password by an invitation',
  'user.password_by_undo': 'Took the account back by a link',
  'user.confirm_email': 'Confirmed an address',
  'user.join_sso': 'Joined single sign-on',
  'user.role_by_sso': 'Got another role by single sign-on',
  'user.switch_mail': 'Chose which messages come',
  'user.switch_notifications': 'Chose whether a device shows news',
  'user.end_sessions': 'Ended sessions',
  'passkey.add': 'Added a passkey',
  'passkey.rename': 'Renamed a passkey',
  'passkey.remove': 'Removed a passkey',
  'codes.start': 'Began to set up codes',
  'codes.add': 'Turned codes on',
  'codes.recovery': 'Made new recovery codes',
  'codes.remove': 'Turned codes off',
  'user.export': 'Exported a person’s data',
  'user.erase': 'Erased a person',
  'user.tax_form': 'Noted a tax form',
  'referral.status': 'Changed a referral’s status',
  'referral.delete': 'Deleted a referral',
  'referral.keep_duplicates': 'Decided that duplicates are different people',
  'referral.share': 'Decided who is paid for a person',
  'referral.not_mine': 'Said that a referral is not theirs',
  'referral.keep_taken': 'Decided that a referral stays',
  'referral.call': 'Called a referred person',
  'referral.take': 'Took over a referral',
  'referral.give_back': 'Gave a referral back',
  'referral.forget': 'Forgot a person',
  'referral.report_lost': 'Sent lost referrals again',
  'handover.deliver': 'Brought what another person handed over',
  'handover.refuse': 'Brought what was not taken',
  'quote.status': 'Handled a quote request',
  'do_not_contact.mark': 'Marked a person as not to be contacted',
  'do_not_contact.lift': 'Allowed to contact a person again',
  'payout.mark_paid': 'Marked payouts as paid',
  'payout.mark_unpaid': 'Marked payouts as not paid',
  'reward_tier.create': 'Created a reward tier',
  'reward_tier.change': 'Changed a reward tier',
  'reward_tier.delete': 'Deleted a reward tier',
  'reward.create': 'Created a reward',
  'reward.change': 'Changed a reward',
  'reward.delete': 'Deleted a reward',
  'achievement.create': 'Created an achievement',
  'achievement.change': 'Changed an achievement',
  'achievement.delete': 'Deleted an achievement',
  'amount.read_again': 'Read an amount again',
  'setting.change': 'Changed a setting',
  'device.write': 'Sent a reminder of waiting referrals',
  'device.drop': 'Settled what a device owed',
  'message.send_again': 'Sent a message again',
  'mail.test': 'Tried the mail server',
  'admin_call.refused': 'Was refused an admin call',
};
const ENTITY_LABELS: Readonly<Record<string, string>> = {
  user: 'Users',
  referral: 'Referrals',
  quote: 'Quote requests',
  do_not_contact: 'Do not contact',
  payout: 'Payouts',
  reward_tier: 'Reward tiers',
  available_reward: 'Rewards',
  achievement: 'Achievements',
  setting: 'Settings',
  message: 'Messages',
  mail: 'Mail',
  admin_call: 'Admin calls',
};
const ENTITY_ICONS: Readonly<Record<string, IconName>> = {
  user: 'person',
  referral: 'people',
  quote: 'mail',
  do_not_contact: 'alert',
  payout: 'gift',
  reward_tier: 'award',
  available_reward: 'gift',
  achievement: 'trophy',
  setting: 'edit',
  message: 'mail',
  mail: 'mail',
  admin_call: 'alert',
};

/** How a line says whose it was, where it is known. */
const DEEDS: Readonly<Record<string, (subject: string) => string>> = {
  'user.create': (who) => `Created the account of ${who}`,
  'user.change': (who) => `Changed the account of ${who}`,
  'user.reset_password': (who) => `Reset the password of ${who}`,
  'user.reset_second_factor': (who) => `Reset the second factor of ${who}`,
  'user.end_sessions': (who) => `Ended the sessions of ${who}`,
  'user.export': (who) => `Exported the data of ${who}`,
  'user.tax_form': (who) => `Noted the tax form of ${who}`,
  'device.write': (who) => `Reminded ${who} of waiting referrals`,
  'device.drop': (who) => `Settled what a device of ${who} owed`,
  'referral.status': (who) => `Changed the status of ${who}`,
  'referral.keep_duplicates': (who) => `Decided that the duplicates of ${who} are different people`,
  'referral.share': (who) => `Decided who is paid for ${who}`,
  'referral.not_mine': (who) => `Said that ${who} is not their referral`,
  'referral.keep_taken': (who) => `Decided that ${who} stays with their referrer`,
  'referral.call': (who) => `Called ${who}`,
  'referral.take': (who) => `Took over ${who}`,
  'referral.give_back': (who) => `Gave ${who} back`,
  'quote.status': (who) => `Handled the quote request of ${who}`,
  'do_not_contact.mark': (who) => `Marked ${who} as not to be contacted`,
  'payout.mark_paid': (who) => `Marked payouts of ${who} as paid`,
  'payout.mark_unpaid': (who) => `Marked payouts of ${who} as not paid`,
};

type Told = Pick<AuditLog, 'action' | 'entity' | 'subject' | 'changes' | 'details'>;

/** What was done and to whom, as the rest of a sentence: 'Changed the status of Bob Ray from Submitted to Completed'. */
export function deedWords(line: Told): string {
  const deed = line.subject ? DEEDS[line.action]?.(isolate(line.subject)) : undefined;
  if (deed === undefined) return actionLabel(line.action);
  const step = stepOf(line);
  return step ? `${deed} from ${step.from} to ${step.to}` : deed;
}

/** The one change of a referral's status that a line tells. */
function stepOf({ action, changes }: Told): AuditChange | undefined {
  const [change, ...others] = action === 'referral.status' ? (changes ?? []) : [];
  return change?.from && change.to && others.length === 0 ? labelStatus(change) : undefined;
}

/** What was done; an action this version does not know keeps its own name. */
export function actionLabel(action: string): string {
  return ACTION_LABELS[action] ?? action.replaceAll(/[._]/g, ' ');
}

export function entityLabel(entity: string): string {
  return ENTITY_LABELS[entity] ?? entity.replaceAll('_', ' ');
}

export function entityIcon(entity: string): IconName {
  return ENTITY_ICONS[entity] ?? 'file';
}

/** Choices of a filter, including the one in the URL, known or not. */
export function actionOptions(chosen: string | undefined) {
  return optionsOf(ACTION_LABELS, { all: 'All actions', chosen });
}
export function entityOptions(chosen: string | undefined) {
  return optionsOf(ENTITY_LABELS, { all: 'Everything', chosen });
}

function optionsOf(
  labels: Readonly<Record<string, string>>,
  { all, chosen }: { all: string; chosen: string | undefined },
) {
  const known = Object.entries(labels).map(([id, label]) => ({ id, label }));
  const extra = chosen === undefined || chosen in labels ? [] : [{ id: chosen, label: chosen }];
  return [{ id: '', label: all }, ...known, ...extra];
}

/** What a line says beyond its deed, one change per line, with a referral's statuses in the words of the console. */
export function detailLines(line: Told): string[] {
  const { changes, details, entity, subject } = line;
  if (subject && stepOf(line)) return [];
  if (!changes?.length) return details ? [entity === 'payout' ? withoutIds(details) : details] : [];
  const worded = entity === 'referral' ? changes.map(labelStatus) : changes.map(inWords);
  return worded.map(describeChange);
}

/** Ids tell people nothing; the line names whose payouts they are. */
const withoutIds = (details: string) => details.replace(/; ids .*$/, '');

/** Fields and values whose names in the log are ours; other fields are told in their own words. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  mayTake: 'May take referrals for customers',
  isActive: 'Active',
  isEditable: 'Can be changed',
  requiredReferrals: 'Required referrals',
  minReferrals: 'From referral',
  maxReferrals: 'To referral',
  rewardAmount: 'Reward amount',
  requiredCount: 'Required count',
  showsPicture: 'Picture shown to friends',
  avatar: 'Picture',
  pendingEmail: 'New email, not confirmed yet',
};
const VALUE_WORDS = { true: 'yes', false: 'no' };

function inWords({ field, from, to }: AuditChange): AuditChange {
  // A person may be named 'admin'.
  const words: Readonly<Record<string, string>> = field === 'role' ? ROLE_LABELS : VALUE_WORDS;
  const worded = (value: string | null) => (value === null ? null : (words[value] ?? value));
  return { field: FIELD_WORDS[field] ?? ownWords(field), from: worded(from), to: worded(to) };
}

/** 'referralCode' → 'Referral code'; a status stays, because it is told without its name. */
function ownWords(field: string): string {
  if (field === 'status') return field;
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const labelStatus = ({ field, from, to }: AuditChange): AuditChange => {
  return { field, from: from && referralStatusLabel(from), to: to && referralStatusLabel(to) };
};
