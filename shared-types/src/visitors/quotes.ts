import * as v from 'valibot';
import { Email } from '../values/email.ts';
import { PHONE_MAX, QUOTE_MESSAGE_MAX } from '../limits.ts';
import { readReferralCode } from '../referrals/referral-code.ts';
import { PersonName } from '../referrals/referral.ts';
import { Id, OptionalAddress, optionalText, text, Timestamp } from '../values/text.ts';

/** What a link's public page may know about its owner. */
export const Referrer = v.object({
  referrerName: v.string(),
  /** `/pictures/{code}` is theirs; absent if they do not show one. */
  hasPicture: v.optional(v.boolean()),
});
export type Referrer = v.InferOutput<typeof Referrer>;

/** 'Friday, December 4': a day as a promise names it. */
export const nameDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** The phone that is called about a request. */
export const QuotePhone = text(1, PHONE_MAX, 'Phone number is required');

export const NewQuote = v.object({
  /** Made by the device, so that a request whose answer was lost is stored once. */
  id: v.optional(Id),
  /** In its stored form after parsing; one without any sign of a code is none. */
  referralCode: v.optional(
    v.nullable(
      v.pipe(
        v.string('Must be text'),
        v.transform((typed): string | null => readReferralCode(typed) || null),
      ),
    ),
  ),
  name: PersonName,
  email: Email,
  phone: QuotePhone,
  address: OptionalAddress,
  message: optionalText(QUOTE_MESSAGE_MAX),
});
export type NewQuote = v.InferOutput<typeof NewQuote>;

export const QuoteReceipt = v.object({
  id: Id,
  /** The day by which we usually call; absent if the operator names none, and from an older server. */
  callBy: v.optional(v.pipe(v.string(), v.isoDate())),
});
export type QuoteReceipt = v.InferOutput<typeof QuoteReceipt>;

/** Where whoever asked for a quote follows their request; whoever knows the id may. */
export const ownRequestPath = (id: string) => `/requests/${id}`;

export const QuoteStatus = v.picklist(['open', 'converted', 'closed']);
export type QuoteStatus = v.InferOutput<typeof QuoteStatus>;

export const Quote = v.object({
  id: Id,
  referralCode: v.nullable(v.string()),
  referralId: v.nullable(Id),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  address: v.nullable(v.string()),
  message: v.nullable(v.string()),
  status: QuoteStatus,
  createdAt: Timestamp,
  /** The phone as it is dialed; absent without a number, and from an older server. */
  dial: v.optional(v.string()),
  /** The mark of a person who is not to be contacted. */
  doNotContactId: v.optional(Id),
});
export type Quote = v.InferOutput<typeof Quote>;

/** How an admin saw a quote before they changed it. */
export const SeenQuote = v.object({ status: QuoteStatus, referralId: v.nullable(Id) });
export type SeenQuote = v.InferOutput<typeof SeenQuote>;

/**
 * Closes a quote, or with `converted` and a user makes it that user's referral. With `expected` it is refused
 * (409 `changed_meanwhile`) if something else is stored by now.
 */
export const QuoteChange = v.object({
  status: QuoteStatus,
  userId: v.optional(Id),
  expected: v.optional(SeenQuote),
});
export type QuoteChange = v.InferOutput<typeof QuoteChange>;
