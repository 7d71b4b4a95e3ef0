import { ApiError } from './problems.ts';

/** The field a conflict is about, where the server names none. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  username_taken: 'username',
  email_taken: 'email',
};

/** What the server says of each field it refused; empty for any other error. */
export function errorFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const field = FIELD_OF_CODE[error.code];
  return error.fields ?? (field ? { [field]: error.message } : {});
}
