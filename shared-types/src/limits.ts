/** Lengths are UTF-16 units after trimming (API.md, Rules for every call). */
export const USERNAME_MIN = 2;
export const USERNAME_MAX = 50;
export const EMAIL_MAX = 254;
export const PHONE_MAX = 40;
export const ADDRESS_MAX = 500;
export const NAME_MIN = 2;
export const NAME_MAX = 200;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;
export const QUOTE_MESSAGE_MAX = 2000;
export const CALL_NOTE_MAX = 1000;
/** Texts an admin writes: titles and amounts are short, descriptions are paragraphs. */
export const LABEL_MAX = 200;
export const DESCRIPTION_MAX = 2000;
/** A passkey's name, and any part of what a browser says about one (an attestation with certificates is some kB). */
export const PASSKEY_NAME_MAX = 60;
export const PASSKEY_PART_MAX = 20_000;
export const PASSKEYS_PER_USER = 20;
export const SECOND_FACTOR_CODE_MAX = 40;
export const RECOVERY_CODES = 10;
/** The longest value of a setting, a page's text; others are descriptions. */
export const SETTING_MAX = 20_000;

/** Where phones without a country code are, unless a setting says otherwise. */
export const DEFAULT_COUNTRY = 'US';

/** Bodies, in bytes; a gzipped one is measured inflated (API.md). */
export const BODY_LIMIT_BYTES = 100_000;
export const PROFILE_BODY_LIMIT_BYTES = 8_000_000;
export const PUSH_BODY_LIMIT_BYTES = 4_000_000;
/** Decoded size of an avatar: 5 MB, in the binary megabytes people's file managers show. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** The app sends 384 at most; larger ones may come through the API, but every viewer has to decode them. */
export const AVATAR_MAX_SIDE_PX = 2048;
/** A data URL longer than this is not shown to visitors; the app's own pictures are a fifth of it. UTF-16 units. */
export const OPEN_PICTURE_MAX = 300_000;
/** Requests for a quote that a new account takes over; a device keeps fewer. */
export const REQUESTS_MAX = 50;

/** Rows of one push, and so of one outbox entry (API.md, Sync). */
export const PUSH_MAX_ROWS = 500;
/**
 * Acts of an admin in one request: fewer than rows in a push, because each is locked, judged and maybe paid.
 */
export const ACTS_BATCH_ROWS = 100;
/** Referrals an admin may ask about before completing them: as many as may wait on a device at once. */
export const PREVIEW_MAX_ROWS = 5000;
export const PREVIEW_BODY_LIMIT_BYTES = 250_000;
/** SPEC §9: stops on the way to the top of the ladder. */
export const LADDER_STOPS = 10;
/** The most rows an admin list returns for one request. */
export const PAGE_MAX_ROWS = 500;
export const AUDIT_PAGE_DEFAULT_ROWS = 100;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A session ends after this long without use (API.md, Session). */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** And this long after its sign-in, even if used. */
export const SESSION_MAX_MS = 180 * DAY_MS;
/** The sessions of a user that were not used for longest end when there would be more. */
export const SESSIONS_PER_USER = 100;
/** For this long after a sign-in or a proof nobody is asked again who they are (`asksAgain`). */
export const PROVED_MS = 10 * MINUTE_MS;
/** Tries of a second step after the right password in a day: of strangers together, and of each device of the person. */
export const WRONG_STEPS_PER_DAY = 20;
/** After this many the person is told that somebody has the password. */
export const WRONG_STEPS_TOLD = 5;
/** A sign-in waits this long for its second step, and a browser for a passkey. */
export const SIGN_IN_STEP_MS = 5 * MINUTE_MS;
/** A secret that was shown and not confirmed by a code ends after this long. */
export const NEW_CODES_MS = 60 * MINUTE_MS;
/** A password given by an admin ends after this long. */
export const TEMPORARY_PASSWORD_MS = 7 * DAY_MS;
/**
 * A device that has not heard from the server for this many days locks itself, unless a setting says
 * otherwise.
 */
export const OFFLINE_LOCK_DAYS = 30;
/** A claimed `date` older than this becomes the time of receipt (API.md, POST /api/referrals). */
export const REFERRAL_DATE_MAX_AGE_MS = 365 * DAY_MS;

/** Wrong passwords within the window after which a sign-in is refused (API.md, POST /api/login). */
export const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
export const LOGIN_MAX_PER_EMAIL_AND_ADDRESS = 5;
export const LOGIN_MAX_PER_ADDRESS = 20;
export const LOGIN_MAX_PER_EMAIL = 100;
/** Sign-ins of one user with the right password on devices that are new to them. */
export const NEW_DEVICES_PER_HOUR = 300;
/** Accepted calls per hour from one address (API.md). */
export const SIGNUPS_PER_HOUR = 1000;
export const QUOTES_PER_HOUR = 10;
/** How many networks may request a quote with the same code. */
export const QUOTE_NETWORKS_PER_HOUR_AND_CODE = 60;
/** Referral codes asked for that nobody has. */
export const WRONG_CODES_PER_HOUR = 60;
/** Passkeys asked for: each visit of the sign-in page is one. */
export const PASSKEY_SIGN_INS_PER_HOUR = 1000;
/** Forgotten passwords asked for: each may send a message. */
export const PASSWORD_RESETS_PER_HOUR_AND_EMAIL = 5;
export const PASSWORD_RESETS_PER_HOUR = 30;
/** Links that nobody has. */
export const WRONG_LINKS_PER_HOUR = 60;
export const CONFIRMATIONS_PER_HOUR = 5;
/** For one network, sign-ups included: nobody may have us write to any number of strangers. */
export const CONFIRMATIONS_PER_HOUR_AND_ADDRESS = 60;
/** Sign-ins that come back from the identity provider: each asks it. */
export const SSO_PER_HOUR = 600;
/** Codes of customers that somebody who takes referrals for them looks up. */
export const CUSTOMER_LOOKUPS_PER_HOUR = 200;
export const PROFILE_CHANGES_PER_HOUR = 120;
/** Each of these reveals whether somebody has an account. */
export const REFUSED_SIGNUPS_PER_HOUR = 60;
export const NEW_EMAILS_PER_HOUR = 20;
export const NEW_EMAILS_PER_HOUR_AND_ADDRESS = 100;
/** Each of these costs a hash, or megabytes. */
export const NEW_PASSWORDS_PER_HOUR = 20;
export const NEW_AVATARS_PER_HOUR = 60;
export const EXPORTS_PER_HOUR = 20;
export const ERASE_TRIES_PER_HOUR = 10;
/** The most rows of each list in an export, so that one person's file fits in memory. */
export const EXPORT_MAX_ROWS = 100_000;
/** How many users a device may ask about at once: those whose rows it still holds. */
export const ERASED_QUESTION_MAX = 20;

/** The name of a friend who was forgotten. */
export const FORGOTTEN_NAME = 'Forgotten person';
/** The end of addresses made up for erased and forgotten people, where no mail can go (RFC 2606). */
export const ERASED_EMAIL_END = '@erased.invalid';

/** SPEC §3: what a referral shows until a tier pays it. */
export const DEFAULT_REWARD = '$100';

/** SPEC §9: data is stale after 5 minutes and dropped from the cache after 10. */
/** Set for scripts while somebody is signed in; it gives no access. */
export const SIGNED_IN_COOKIE = 'sunloop.in';
export const STALE_AFTER_MS = 5 * MINUTE_MS;
/** SPEC §9: up to 3 retries of a read, from 1 s doubling to at most 30 s. */
export const READ_MAX_RETRIES = 3;
/** SPEC §9: how often a write the person waits for is tried again. */
export const WRITE_MAX_RETRIES = 2;
export const READ_RETRY_BASE_MS = 1000;
export const READ_RETRY_MAX_MS = 30_000;
/** SPEC §9: how often the app asks for newly earned achievements. */
export const ACHIEVEMENT_CHECK_MS = 5000;
/** SPEC §9: pause between the rows of a bulk upload. */
export const BULK_DELAY_MS = 100;
/** SPEC §9: 'Copied!' stays this long. */
export const COPIED_LABEL_MS = 2000;

/** Where `onBehalfRoutes` are: every device asks by it whether it keeps that list, and few load the routes. */
export const ON_BEHALF_PATH = '/api/taken';

/** A device names no more referrals that wait on it. */
export const REPORTED_ROWS_MAX = 500;
/** Of more devices that report, those are forgotten that were heard the longest ago. */
export const DEVICES_PER_USER = 20;

/** Every answer of our server under /api carries this header with this value; one without it is not ours. */
export const OURS_HEADER = 'x-sunloop';
export const OURS_HEADER_VALUE = '1';
/** A write names the user it is meant for; another session's user is refused with `user_mismatch`. */
export const EXPECTED_USER_HEADER = 'x-expected-user';

/** Whoever is paid this or more in a year must have sent a tax form, unless the setting says otherwise: Form 1099-NEC, from 2026 on. Dollars. */
export const TAX_FORM_OVER_DOLLARS = 2000;
