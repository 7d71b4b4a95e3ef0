import * as v from 'valibot';
import { Timestamp } from '../values/text.ts';

/** What a kind of message is called, and when it is sent. */
interface MailKindFacts {
  readonly label: string;
  readonly when: string;
}

/** Every kind of message the server sends. */
export const MAIL_KINDS = {
  confirm_email: { label: 'Confirm your address', when: 'after a sign-up and a new address' },
  password_reset: { label: 'Forgotten password', when: 'when somebody asks for it at sign-in' },
  invitation: { label: 'Invitation', when: 'when an admin adds a user with an invitation' },
  account_changed: {
    label: 'Your account was changed',
    when: 'after a new password, email or second factor, to the address before',
  },
  new_sign_in: { label: 'Sign-in from a new device', when: 'after such a sign-in' },
  friend_moved: {
    label: 'A friend moved on',
    when: 'when a friend’s status changes, at most once a day for a friend',
  },
  reward_earned: { label: 'Reward earned', when: 'when a friend’s panels are installed' },
  reward_paid: { label: 'Reward paid', when: 'when rewards are marked as paid' },
  achievement: { label: 'Achievement', when: 'when the progress of friends earns one' },
  rows_waiting: {
    label: 'Referrals wait on your device',
    when: 'when an admin writes to somebody whose device holds referrals that have not arrived',
  },
  quote_arrived: { label: 'New quote request', when: 'to admins, after requests' },
  daily_summary: { label: 'Daily summary', when: 'to admins, once a day if anything waits' },
} as const satisfies Record<string, MailKindFacts>;
export type MailKind = keyof typeof MAIL_KINDS;

/** Whether this build knows the kind; another one may have more. */
export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(MAIL_KINDS, kind);

/** What a person may switch off; it goes to confirmed addresses only. */
export const SWITCHABLE_KINDS = [
  'friend_moved',
  'reward_earned',
  'reward_paid',
  'achievement',
  'quote_arrived',
  'daily_summary',
] as const satisfies readonly MailKind[];
export const SwitchableKind = v.picklist(
  SWITCHABLE_KINDS,
  'Must be a kind that can be switched off',
);
export type SwitchableKind = v.InferOutput<typeof SwitchableKind>;

/** Those of them that only admins get. */
export const ADMIN_KINDS: readonly MailKind[] = ['quote_arrived', 'daily_summary'];

/** Whether a kind can be switched off. */
export function isSwitchable(kind: string): kind is SwitchableKind {
  return (SWITCHABLE_KINDS as readonly string[]).includes(kind);
}

/** A person's address and which messages they get. */
export const OwnMail = v.object({
  /** Whether this server sends messages at all. */
  hasMail: v.boolean(),
  email: v.string(),
  emailConfirmedAt: v.nullable(Timestamp),
  /** A new address that counts once it is confirmed. */
  pendingEmail: v.nullable(v.string()),
  kinds: v.array(v.object({ kind: v.string(), isOn: v.boolean() })),
});
export type OwnMail = v.InferOutput<typeof OwnMail>;

export const MailSwitch = v.object({
  kind: SwitchableKind,
  isOn: v.boolean('Must be true or false'),
});
export type MailSwitch = v.InferOutput<typeof MailSwitch>;
