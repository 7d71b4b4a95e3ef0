import * as v from 'valibot';
import { PageCursor, PageLimit } from './admin-referral-list.ts';
import { Id, Timestamp } from './text.ts';

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
  quote_arrived: { label: 'New quote request', when: 'to admins, for each request' },
  daily_summary: { label: 'Daily summary', when: 'to admins, once a day if anything waits' },
} as const satisfies Record<string, MailKindFacts>;
export type MailKind = keyof typeof MAIL_KINDS;

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

/** `waiting` is tried again until it is sent, or fails; `kept`: a server without SMTP keeps it to be read. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'kept'] as const;
const MessageState = v.picklist(MESSAGE_STATES, 'Must be a known state');
export type MessageState = v.InferOutput<typeof MessageState>;

/** A message as admins see it; its text is `MessageDetail`'s. */
export const OutgoingMessage = v.object({
  id: Id,
  kind: v.string(),
  to: v.string(),
  /** Null until a forgotten password is looked up, when it is sent. */
  userId: v.nullable(Id),
  username: v.nullable(v.string()),
  state: MessageState,
  /** How often it was tried. */
  tries: v.number(),
  /** Why the last try failed. */
  reason: v.nullable(v.string()),
  createdAt: Timestamp,
  /** When a waiting one is tried next. */
  dueAt: v.nullable(Timestamp),
  /** When it was sent, kept or given up. */
  settledAt: v.nullable(Timestamp),
});
export type OutgoingMessage = v.InferOutput<typeof OutgoingMessage>;

/** Newest first, a page at a time. */
export const MessageQuery = v.object({
  state: v.optional(MessageState),
  limit: v.optional(PageLimit, '100'),
  after: v.optional(PageCursor),
});
export type MessageQuery = v.InferOutput<typeof MessageQuery>;

/** A message with its text. Only a kept one has it: the links of the others are for their recipients alone. */
export const MessageDetail = v.object({
  message: OutgoingMessage,
  letter: v.nullable(v.object({ subject: v.string(), text: v.string(), html: v.string() })),
});
export type MessageDetail = v.InferOutput<typeof MessageDetail>;

/** Whether messages are sent, and by whom. */
export const MailState = v.object({
  mode: v.picklist(['off', 'keep', 'send']),
  /** Name and address they come from; null if none is set. */
  sender: v.nullable(v.string()),
  /** The mail server, without its password; null if none is set. */
  server: v.nullable(v.string()),
  /** What is wrong with SMTP_URL or MAIL_FROM; null if nothing is. */
  fault: v.nullable(v.string()),
  waiting: v.number(),
  failed: v.number(),
});
export type MailState = v.InferOutput<typeof MailState>;

/** What the mail server said to a test message to the admin's own address. */
export const MailTestAnswer = v.object({ isSent: v.boolean(), answer: v.string() });
export type MailTestAnswer = v.InferOutput<typeof MailTestAnswer>;
