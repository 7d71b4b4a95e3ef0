import * as v from 'valibot';
import { PASSKEY_NAME_MAX, PASSKEY_PART_MAX } from '../limits.ts';
import type { Route } from '../route.ts';
import { ById, Id, text, Timestamp } from '../values/text.ts';
import { CurrentPassword, CurrentUser } from '../ground/user.ts';

/** Bytes in base64url, as the browser's `toJSON` writes them. */
const Bytes = v.pipe(
  v.string('Must be text'),
  v.maxLength(PASSKEY_PART_MAX, `Must be at most ${PASSKEY_PART_MAX} characters`),
  v.regex(/^[\w-]+$/, 'Must be base64url'),
);

const credential = {
  id: Bytes,
  rawId: Bytes,
  type: v.literal('public-key', "Must be 'public-key'"),
};

/** `RegistrationResponseJSON` of https://www.w3.org/TR/webauthn-3/, as far as we use it. */
export const NewCredential = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
  }),
});
export type NewCredential = v.InferOutput<typeof NewCredential>;

/** `AuthenticationResponseJSON` of the same, for a passkey that knows whose it is. */
export const GivenCredential = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: v.optional(v.nullable(Bytes)),
  }),
});
export type GivenCredential = v.InferOutput<typeof GivenCredential>;

const said = v.optional(v.string());
/** A passkey as options name it. */
const KnownCredential = v.object({
  id: v.string(),
  type: v.string(),
  transports: v.optional(v.array(v.string())),
});
/** What both kinds of options say; what the standard adds later passes. */
const options = {
  challenge: v.string(),
  timeout: v.optional(v.number()),
  extensions: v.optional(v.object({ credProps: v.optional(v.boolean()) })),
  hints: v.optional(v.array(v.string())),
};

/** `PublicKeyCredentialRequestOptionsJSON` of the same, as far as we use it. */
const RequestOptions = v.looseObject({
  ...options,
  rpId: v.string(),
  allowCredentials: v.optional(v.array(KnownCredential)),
  userVerification: said,
});

/** `PublicKeyCredentialCreationOptionsJSON` of the same, as far as we use it. */
const CreationOptions = v.looseObject({
  ...options,
  rp: v.object({ id: said, name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.string() })),
  excludeCredentials: v.optional(v.array(KnownCredential)),
  authenticatorSelection: v.optional(
    v.object({
      authenticatorAttachment: said,
      residentKey: said,
      requireResidentKey: v.optional(v.boolean()),
      userVerification: said,
    }),
  ),
  attestation: said,
});

export const Passkey = v.object({
  id: Id,
  /** As the browser names it. */
  credentialId: v.string(),
  name: v.string(),
  createdAt: Timestamp,
  lastUsedAt: v.nullable(Timestamp),
});
export type Passkey = v.InferOutput<typeof Passkey>;

/** A person's passkeys, oldest first, with what a browser must know to forget others. */
export const OwnPasskeys = v.object({
  rpId: v.string(),
  /** The person, as their passkeys name them: base64url. */
  userHandle: v.string(),
  passkeys: v.array(Passkey),
});
export type OwnPasskeys = v.InferOutput<typeof OwnPasskeys>;

/** Older apps give it with the act itself, once that was 403 `password_needed`. */
export const ConfirmedAct = v.object({ currentPassword: CurrentPassword });

const Name = text(1, PASSKEY_NAME_MAX, 'A name is required');
/** The form: what names a passkey, and the password once it is asked for. */
export const PasskeyForm = v.object({ name: Name, currentPassword: v.string() });
export type PasskeyForm = v.InferOutput<typeof PasskeyForm>;

/** Signing in by passkey, and one's own passkeys (API.md, Second factor). */
export const passkeyRoutes = {
  passkeySignIn: {
    method: 'POST',
    path: '/api/login/passkey/options',
    access: 'public',
    answers: { 200: RequestOptions },
  },
  logInByPasskey: {
    method: 'POST',
    path: '/api/login/passkey',
    access: 'public',
    body: GivenCredential,
    answers: { 200: CurrentUser },
    refusals: [401, 410],
  },
  ownPasskeys: {
    method: 'GET',
    path: '/api/user/passkeys',
    access: 'session',
    answers: { 200: OwnPasskeys },
  },
  passkeyOptions: {
    method: 'POST',
    path: '/api/user/passkeys/options',
    access: 'session',
    asksAgain: true,
    body: ConfirmedAct,
    answers: { 200: CreationOptions },
  },
  addPasskey: {
    method: 'POST',
    path: '/api/user/passkeys',
    access: 'session',
    body: v.object({ name: Name, credential: NewCredential }),
    answers: { 201: OwnPasskeys },
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/api/user/passkeys/:id',
    access: 'session',
    params: ById,
    body: v.object({ name: Name }),
    answers: { 200: OwnPasskeys },
  },
  removePasskey: {
    method: 'POST',
    path: '/api/user/passkeys/:id/remove',
    access: 'session',
    asksAgain: true,
    params: ById,
    body: ConfirmedAct,
    answers: { 200: OwnPasskeys },
  },
} as const satisfies Record<string, Route>;
