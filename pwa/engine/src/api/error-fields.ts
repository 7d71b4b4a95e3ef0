import { ApiError } from './problems.ts';

/** The field a conflict is about, when the server names none. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  username_taken: 'username',
  email_taken: 'email',
};

/** The server's message for each refused field; empty for any other error. */
export function errorFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const field = FIELD_OF_CODE[error.code];
  return error.fields ?? (field ? { [field]: error.message } : {});
}
