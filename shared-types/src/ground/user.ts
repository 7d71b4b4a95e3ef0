import * as v from 'valibot';
import { Email } from '../values/email.ts';
import {
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  REQUESTS_MAX,
  USERNAME_MAX,
  USERNAME_MIN,
} from '../limits.ts';
import {
  Flag,
  Id,
  OptionalAddress,
  OptionalPhone,
  optionalText,
  storableText,
  Timestamp,
} from '../values/text.ts';
import { visibleName } from '../values/visible-name.ts';

export const Role = v.picklist(['customer', 'admin']);
export type Role = v.InferOutput<typeof Role>;

/** A user as it leaves the server: never a password or hash. */
export const User = v.object({
  id: Id,
  username: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  address: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  /** Whether the page of their link shows the picture; optional because an older server does not send it. */
  showsPicture: v.optional(v.boolean()),
  /** Whether they may take referrals for other customers; only an admin says so. */
  mayTake: v.optional(v.boolean()),
  role: Role,
  isActive: Flag,
  referralCode: v.nullable(v.string()),
  createdAt: Timestamp,
  /** Only if the person was erased: what is left is nobody's data. */
  erasedAt: v.optional(Timestamp),
});
export type User = v.InferOutput<typeof User>;

/** Names that look the same are the same: an accent may be typed as part of its letter or as a sign of its own. */
export const Username = v.pipe(
  visibleName('Username', USERNAME_MIN, USERNAME_MAX),
  v.transform((name) => name.normalize('NFC')),
);
/** A user as sent to their own device; newer fields are optional because an older server does not send them. */
export const CurrentUser = v.object({
  ...User.entries,
  /** After this many days without hearing from the server, the device locks its data. */
  offlineLockDays: v.optional(v.number()),
  /** Where to call or write for help, according to the settings. */
  helpPhone: v.optional(v.string()),
  helpEmail: v.optional(v.string()),
  /** Where phones without a country code are (ISO 3166, alpha-2), according to the settings. */
  country: v.optional(v.string()),
  /** Whose midnight ends a day for the office (IANA); for admins. */
  timeZone: v.optional(v.string()),
  /** Whether people are asked for a friend's permission: `settingChoices`. */
  permission: v.optional(v.string()),
  /** When their temporary password ends; absent if they chose their own. */
  passwordEndsAt: v.optional(Timestamp),
  /** For an admin without a second factor: `recommended`, or `required` before anything else. */
  secondFactor: v.optional(v.string()),
  /** Whether this server sends messages. */
  hasMail: v.optional(v.boolean()),
  /** What the identity provider is called, by which people may sign in again. */
  sso: v.optional(v.string()),
  /** When the address was confirmed; absent if it was not. */
  emailConfirmedAt: v.optional(Timestamp),
  /** A new address that counts once it is confirmed; absent without one. */
  pendingEmail: v.optional(v.string()),
  /** For an admin: how many users were ever erased and friends forgotten. If it changes, their device forgets the desk (rule 35). */
  erasedUsers: v.optional(v.number()),
  /** Raised by every change of name, email, phone and address. */
  updatedAt: v.optional(Timestamp),
  /** The newest request for a quote that they follow (`/requests/{id}`), if there is one. */
  requestId: v.optional(Id),
  /** The run of the database that answered: of another one, an older profile is one the server was put back to. */
  epoch: v.optional(v.string()),
  /** With what this person seals what others carry for them (docs/design.md, Courier). */
  handover: v.optional(v.string()),
});
export type CurrentUser = v.InferOutput<typeof CurrentUser>;

const TOO_SHORT = `Password must be at least ${PASSWORD_MIN} characters`;
const TOO_LONG = `Password must be at most ${PASSWORD_MAX} characters`;

/**
 * Bounds what is normalized, which takes time quadratic in the number of marks. In NFD no text has more than four times
 * the UTF-16 units it has in NFC (https://unicode.org/faq/normalization.html#12).
 */
const PasswordText = v.pipe(storableText, v.maxLength(4 * PASSWORD_MAX, TOO_LONG));

/** A password being chosen; never trimmed (SPEC §5 for the message). */
export const NewPassword = v.pipe(
  PasswordText,
  v.minLength(PASSWORD_MIN, TOO_SHORT),
  v.check((password) => normalizePassword(password).length >= PASSWORD_MIN, TOO_SHORT),
  v.check((password) => normalizePassword(password).length <= PASSWORD_MAX, TOO_LONG),
);

/**
 * The form in which passwords are hashed: keyboards and systems write the same signs in different ways, such as `é` in
 * one code point or two (RFC 8265, 4.2.1, but NFKC, so that full-width signs are the same as narrow ones).
 */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** What is typed may be longer than what was chosen, and one from before that rule longer when normalized. */
const isShortEnough = (typed: string) =>
  Math.min(typed.length, normalizePassword(typed).length) <= PASSWORD_MAX;

/** A password being entered: the rules for choosing one do not apply. */
export const GivenPassword = v.pipe(
  PasswordText,
  v.minLength(1, 'Password is required'),
  v.check(isShortEnough, TOO_LONG),
);

export const SignUp = v.object({
  username: Username,
  email: Email,
  password: NewPassword,
  phone: OptionalPhone,
  address: OptionalAddress,
  /** Requests for a quote that were made on this device; those with the same email are followed from now on. */
  requestIds: v.optional(v.pipe(v.array(Id), v.maxLength(REQUESTS_MAX))),
});
export type SignUp = v.InferOutput<typeof SignUp>;

/** The sign-up form: `confirmPassword` stays on the device (SPEC §5). */
export const SignUpForm = v.pipe(
  v.object({ ...SignUp.entries, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.password === form.confirmPassword,
      "Passwords don't match",
    ),
    ['confirmPassword'],
  ),
);
export type SignUpForm = v.InferOutput<typeof SignUpForm>;

/** Needed only if the sign-in is too old; '' or null means none. */
export const CurrentPassword = v.optional(
  v.nullable(v.pipe(PasswordText, v.check(isShortEnough, TOO_LONG))),
);

export const LogIn = v.object({ email: Email, password: GivenPassword });
export type LogIn = v.InferOutput<typeof LogIn>;

/** What a person's screen showed in the fields they change; null or '' if it showed nothing. */
export const SeenProfile = v.object({
  username: optionalText(USERNAME_MAX),
  email: optionalText(EMAIL_MAX),
  phone: OptionalPhone,
  address: OptionalAddress,
});
export type SeenProfile = v.InferOutput<typeof SeenProfile>;

/**
 * Absent fields stay as they are; null or '' clears phone, address and avatar. A field named in `expected` is
 * changed only from that value: if it has neither that nor the wanted value by now, the whole change is
 * refused (409 `changed_meanwhile`), with the stored value of each such field in `fields`, '' for none.
 */
export const ProfileChange = v.object({
  username: v.optional(Username),
  email: v.optional(Email),
  phone: OptionalPhone,
  address: OptionalAddress,
  avatar: v.optional(
    v.nullable(
      v.pipe(
        storableText,
        v.trim(),
        v.transform((value): string | null => (value === '' ? null : value)),
        v.description(
          'Data URL of one still PNG, JPEG, WebP or GIF; kept without its metadata, so it may come back shorter',
        ),
      ),
    ),
  ),
  showsPicture: v.optional(v.boolean()),
  expected: v.optional(SeenProfile),
  /** For a new email, if who they are was said over ten minutes ago (403 `password_needed`). */
  currentPassword: CurrentPassword,
});
export type ProfileChange = v.InferOutput<typeof ProfileChange>;

/** `currentPassword` is needed if who they are was said over ten minutes ago (403 `password_needed`). */
export const PasswordChange = v.object({
  newPassword: NewPassword,
  currentPassword: CurrentPassword,
});
export type PasswordChange = v.InferOutput<typeof PasswordChange>;

/** The change-password form with its repeated password (SPEC §5). */
export const PasswordChangeForm = v.pipe(
  v.object({
    currentPassword: v.optional(v.string()),
    newPassword: NewPassword,
    confirmPassword: v.pipe(v.string(), v.minLength(PASSWORD_MIN, 'Confirm password is required')),
  }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      (form) => form.newPassword === form.confirmPassword,
      "Passwords don't match",
    ),
    ['confirmPassword'],
  ),
);
export type PasswordChangeForm = v.InferOutput<typeof PasswordChangeForm>;
