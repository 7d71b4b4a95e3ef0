import * as v from 'valibot';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from './limits.ts';
import {
  Email,
  Flag,
  Id,
  OptionalAddress,
  OptionalPhone,
  optionalText,
  storableText,
  Timestamp,
} from './text.ts';
import { visibleName } from './visible-name.ts';

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
  role: Role,
  isActive: Flag,
  referralCode: v.nullable(v.string()),
  createdAt: Timestamp,
  /** Only where the person was erased: what is left is no person's data. */
  erasedAt: v.optional(Timestamp),
});
export type User = v.InferOutput<typeof User>;

export const Username = visibleName('Username', USERNAME_MIN, USERNAME_MAX);
/** A user as their own device is told; what is new in it, an older server does not say. */
export const CurrentUser = v.object({
  ...User.entries,
  /** After so many days without a word of the server the device locks what it holds. */
  offlineLockDays: v.optional(v.number()),
  /** Where to call or write for help, by the settings. */
  helpPhone: v.optional(v.string()),
  helpEmail: v.optional(v.string()),
  /** When the temporary password they have ends; absent with one of their own. */
  passwordEndsAt: v.optional(Timestamp),
});
export type CurrentUser = v.InferOutput<typeof CurrentUser>;

const TOO_LONG = `Password must be at most ${PASSWORD_MAX} characters`;

/** A password being chosen; never trimmed (SPEC §5 for the message). */
export const NewPassword = v.pipe(
  storableText,
  v.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
  v.maxLength(PASSWORD_MAX, TOO_LONG),
);

/** A password being tried: the rules for choosing one do not apply. */
export const GivenPassword = v.pipe(
  storableText,
  v.minLength(1, 'Password is required'),
  v.maxLength(PASSWORD_MAX, TOO_LONG),
);

export const SignUp = v.object({
  username: Username,
  email: Email,
  password: NewPassword,
  phone: OptionalPhone,
  address: OptionalAddress,
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

/** What a call asks for only where the sign-in is too old; '' or null is none. */
const CurrentPassword = v.optional(
  v.nullable(v.pipe(storableText, v.maxLength(PASSWORD_MAX, TOO_LONG))),
);

export const LogIn = v.object({ email: Email, password: GivenPassword });
export type LogIn = v.InferOutput<typeof LogIn>;

/** What a person's screen showed of the fields they change; null or '' where it showed nothing. */
export const SeenProfile = v.object({
  username: optionalText(USERNAME_MAX),
  email: optionalText(EMAIL_MAX),
  phone: OptionalPhone,
  address: OptionalAddress,
});
export type SeenProfile = v.InferOutput<typeof SeenProfile>;

/**
 * Absent fields stay as they are; null or '' clears phone, address and avatar. A field named in `expected`
 * is changed only from that value: where it has neither that one nor the wanted one by now, the whole change
 * is refused (409 `changed_meanwhile`), with what is stored of each such field in `fields`, '' for nothing.
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
  expected: v.optional(SeenProfile),
  /** For a new email, where the sign-in is older than 15 minutes (403 `password_needed`). */
  currentPassword: CurrentPassword,
});
export type ProfileChange = v.InferOutput<typeof ProfileChange>;

/** `currentPassword` where the sign-in is older than 15 minutes (403 `password_needed`). */
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
