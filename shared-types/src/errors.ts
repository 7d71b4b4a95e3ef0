import * as v from 'valibot';

/** Every machine code an answer of our server may carry, with its HTTP status (API.md). */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  inactive: 403,
  not_editable: 403,
  password_needed: 403,
  password_ended: 403,
  password_change_needed: 403,
  second_factor_needed: 403,
  second_factor_setup_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  user_mismatch: 409,
  username_taken: 409,
  email_taken: 409,
  id_conflict: 409,
  duplicate_referral: 409,
  self_referral: 409,
  permission_required: 409,
  do_not_contact: 409,
  no_such_customer: 409,
  may_not_take: 409,
  last_admin: 409,
  last_factor: 409,
  in_use: 409,
  changed_meanwhile: 409,
  mail_off: 409,
  user_erased: 409,
  deleted: 410,
  account_erased: 410,
  link_ended: 410,
  sign_in_ended: 410,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The form of every refusal by our server; a newer server may send codes this build does not know. */
export const ErrorBody = v.object({
  error: v.string(),
  code: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
