import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@sunloop/shared-types/errors.ts';

interface Details {
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

/** A refusal with a machine code; only the error handler turns it into an answer. */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, { fields, headers = {} }: Details = {}) {
    super(message);
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.fields = fields;
    this.headers = headers;
  }
}

/** The answer's body for a refusal. */
export function errorBody({ code, message, fields }: RequestError): ErrorBody {
  return fields ? { error: message, code, fields } : { error: message, code };
}

/** `fields` names each faulty field with what is wrong, as the person should read it. */
export function invalid(message: string, fields?: Record<string, string>): RequestError {
  return new RequestError('invalid', message, fields ? { fields } : {});
}

/** For a cursor of another order or list. */
export function noSuchPlace(): RequestError {
  const text = 'This is no place in this list: please start again from the first page';
  return invalid(text, { after: text });
}

export function unauthenticated(): RequestError {
  return new RequestError('unauthenticated', 'Please sign in');
}

export function invalidCredentials(): RequestError {
  return new RequestError('invalid_credentials', 'Invalid credentials');
}

/** To a device whose account was lost when the server was put back to an earlier state; the person can go on by this. */
export function accountLost(): RequestError {
  return new RequestError(
    'invalid_credentials',
    'Invalid credentials. Our server was put back to an earlier state and no longer knows an account that was used here. ' +
      'Open "Sent and waiting" and save the file, log out, sign up again with the same email, and upload the file.',
  );
}

export function inactive(): RequestError {
  return new RequestError('inactive', 'This account is inactive. Please contact us.');
}

/** Asks for the password again; `fault` says what is wrong with the one that was given. */
export function passwordNeeded(fault?: string): RequestError {
  const text = fault ?? 'Please enter your current password to continue';
  return new RequestError('password_needed', text, { fields: { currentPassword: text } });
}

export function passwordEnded(): RequestError {
  const text = 'This temporary password has ended. Please ask us for a new one.';
  return new RequestError('password_ended', text);
}

/** For a session that was begun with a temporary password. */
export function passwordChangeNeeded(): RequestError {
  const text = 'Please replace your temporary password by one of your own first';
  return new RequestError('password_change_needed', text);
}

/** The password was right; `fields` names by which of `code` and `passkey` the sign-in goes on. */
export function secondFactorNeeded(fields: Record<string, string>): RequestError {
  const text = 'Please confirm that it is you, by a code or a passkey';
  return new RequestError('second_factor_needed', text, { fields });
}

/** For an admin's session that was begun without the second factor they must have. */
export function secondFactorSetupNeeded(): RequestError {
  const text = 'Please add a second factor to your account first';
  return new RequestError('second_factor_setup_needed', text);
}

/** A sign-in that waited for its second step too long, or was finished or replaced. */
export function signInEnded(): RequestError {
  return new RequestError('sign_in_ended', 'This took too long. Please sign in again.');
}

/** The code was never right, was used, or is too old. */
export function codeWrong(): RequestError {
  const text = 'This code is not right or was used before';
  return new RequestError('invalid_credentials', text, { fields: { code: text } });
}

export function forbidden(message = 'You are not allowed to do this'): RequestError {
  return new RequestError('forbidden', message);
}

/** The given current password was wrong. */
export function passwordWrong(): RequestError {
  return passwordNeeded('This is not your current password');
}

/** There is no mail server: people have to ask somebody. */
export function mailOff(): RequestError {
  return new RequestError('mail_off', 'This server sends no messages. Please ask us for help.');
}

/** A link of a message that was used, has ended, or was never ours. */
export function linkEnded(
  text = 'This link was used before or has ended. Please ask for a new one.',
): RequestError {
  return new RequestError('link_ended', text);
}

/** Tells a device that holds an erased person's data to forget it. */
export function accountErased(): RequestError {
  return new RequestError('account_erased', 'This account was deleted');
}

/** A 403 for a row that can be seen but not changed. */
export function notEditable(): RequestError {
  return new RequestError('not_editable', 'This is fixed and cannot be changed');
}

export function notFound(message = 'Not found'): RequestError {
  return new RequestError('not_found', message);
}

export function methodNotAllowed(allowed: readonly string[]): RequestError {
  return new RequestError('method_not_allowed', 'This address does not accept this method', {
    headers: { Allow: allowed.join(', ') },
  });
}

/** A 409 or 410 by a call's own rules; the code says which rule. */
export function conflict(
  code: Extract<
    ErrorCode,
    | 'username_taken'
    | 'email_taken'
    | 'id_conflict'
    | 'duplicate_referral'
    | 'self_referral'
    | 'permission_required'
    | 'do_not_contact'
    | 'no_such_customer'
    | 'may_not_take'
    | 'user_mismatch'
    | 'last_admin'
    | 'last_factor'
    | 'in_use'
    | 'changed_meanwhile'
    | 'user_erased'
    | 'deleted'
  >,
  message: string,
  fields?: Record<string, string>,
): RequestError {
  return new RequestError(code, message, fields ? { fields } : {});
}

export function tooLarge(limitBytes: number): RequestError {
  return new RequestError('too_large', `This request is larger than ${limitBytes} bytes`);
}

/** Closes the connection too: nobody waits for the rest of the body. */
export function tooSlow(): RequestError {
  return new RequestError('timeout', 'This request took too long to arrive. Please try again.', {
    headers: { Connection: 'close' },
  });
}

export function unsupportedMediaType(message: string): RequestError {
  return new RequestError('unsupported_media_type', message);
}

/** `retryAfterSeconds` is rounded up, so that waiting that long is enough. */
export function rateLimited(retryAfterSeconds: number): RequestError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new RequestError('rate_limited', 'Too many attempts. Please wait a while and try again.', {
    headers: { 'Retry-After': String(seconds) },
  });
}

export function notImplemented(): RequestError {
  return new RequestError('not_implemented', 'This is not available yet');
}

export function unavailable(): RequestError {
  return new RequestError(
    'unavailable',
    'The service is unavailable for a moment. Please try again.',
    { headers: { 'Retry-After': '2' } },
  );
}
