import * as v from 'valibot';
import type { Route } from '../route.ts';

const ENDPOINT_MAX = 1000;
/** An uncompressed point on P-256, and the secret of a subscription, as `PushSubscription.toJSON` writes them. */
const POINT_SIGNS = 87;
const SECRET_SIGNS = 22;

const base64url = (signs: number) =>
  v.pipe(
    v.string('Must be text'),
    v.regex(new RegExp(`^[\\w-]{${signs}}$`), `Must be ${signs} characters of base64url`),
  );

/** Where a browser's push service takes messages for it; the server also looks at whose host it is. */
const Endpoint = v.pipe(
  v.string('Must be text'),
  v.maxLength(ENDPOINT_MAX, `Must be at most ${ENDPOINT_MAX} characters`),
  v.regex(/^https:\/\/[\w.-]+(?::\d+)?\/[\w.~:/?#[\]@!$&'()*+,;=%-]*$/, 'Must be an https address'),
  v.check((text) => URL.canParse(text), 'Must be an https address'),
);

/** A browser's subscription to push messages (RFC 8030, RFC 8291). */
export const PushSubscriptionForm = v.object({
  endpoint: Endpoint,
  p256dh: base64url(POINT_SIGNS),
  auth: base64url(SECRET_SIGNS),
  /** The server's public key that it was made for. */
  serverKey: base64url(POINT_SIGNS),
});
export type PushSubscriptionForm = v.InferOutput<typeof PushSubscriptionForm>;

/** Whether the device that asks is told of news by a notification. */
export const OwnNotifications = v.object({
  isOn: v.boolean(),
  /** What a subscription is made for: base64url; null if this server sends no push messages. */
  serverKey: v.nullable(v.string()),
});
export type OwnNotifications = v.InferOutput<typeof OwnNotifications>;

/** The sign of a declarative push message (https://w3c.github.io/push-api/#declarative-push-message). */
export const DECLARATIVE_PUSH = 8030;

/**
 * What a push message says, in the form that Safari and Firefox show by themselves; elsewhere our worker shows the same.
 * It names nobody, because a locked screen shows it.
 */
export const DeviceNotice = v.object({
  web_push: v.literal(DECLARATIVE_PUSH),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    lang: v.string(),
    /** The page it opens: an absolute address of ours. */
    navigate: v.string(),
    /** A later one with the same tag takes its place. */
    tag: v.string(),
    /** News since the device last asked the server; Safari reads it here, the specification puts it beside. */
    app_badge: v.number(),
  }),
  app_badge: v.number(),
});
export type DeviceNotice = v.InferOutput<typeof DeviceNotice>;

/** Notifications on the device that calls (API.md, Session). They end with its session. */
export const notificationRoutes = {
  ownNotifications: {
    method: 'GET',
    path: '/api/user/notifications',
    access: 'session',
    answers: { 200: OwnNotifications },
  },
  turnNotificationsOn: {
    method: 'PUT',
    path: '/api/user/notifications',
    access: 'session',
    body: PushSubscriptionForm,
    answers: { 204: v.undefined() },
  },
  turnNotificationsOff: {
    method: 'DELETE',
    path: '/api/user/notifications',
    access: 'session',
    answers: { 204: v.undefined() },
  },
} as const satisfies Record<string, Route>;
