import * as v from 'valibot';
import { PageCursor, PageLimit } from '../referrals/admin-referral-list.ts';
import { Id, Timestamp } from '../values/text.ts';

/** `waiting` is tried again until it is sent, or fails; `kept`: a server without SMTP keeps it to be read. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'kept'] as const;
const MessageState = v.picklist(MESSAGE_STATES, 'Must be a known state');
export type MessageState = v.InferOutput<typeof MessageState>;

/** A message as admins see it; its text is `MessageDetail`'s. */
export const OutgoingMessage = v.object({
  id: Id,
  kind: v.string(),
  /** An address, or the push service of a device. */
  to: v.string(),
  /** Whether it is shown on a device; not told by older servers. */
  isPush: v.optional(v.boolean()),
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
  /** That are told of news by notifications; not told by older servers. */
  devices: v.optional(v.number()),
});
export type MailState = v.InferOutput<typeof MailState>;

/** What the mail server said to a test message to the admin's own address. */
export const MailTestAnswer = v.object({ isSent: v.boolean(), answer: v.string() });
export type MailTestAnswer = v.InferOutput<typeof MailTestAnswer>;
