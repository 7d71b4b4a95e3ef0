/** What an error of PostgreSQL says beside its message that names no row: `detail` and `where` quote people's data. */
const TELLING = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;
/**
 * What is gone or forbidden, deadlines, and a database that is away: these messages name things of ours. Others quote the
 * value or the row that was refused.
 */
const NAMES_OURS = /^(08|25|40|42501|42703|42P01|53|55|57)/;

/** What an error says, without what it quotes of the rows it is about. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!isOfDatabase(error)) return error.message;
  if (!NAMES_OURS.test(error.code)) return 'PostgreSQL refused a statement';
  // The ORM puts the statement with its values before the message, and details behind it.
  const [told = ''] = error.message.split('\n - detail:');
  return told.split(' - ').at(-1) ?? '';
}

/** What the log says of an error: no property but those above, because others quote what people typed. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: messageOf(error) };
  const told = isOfDatabase(error) ? TELLING.map((key) => [key, error[key]] as const) : [];
  const { cause } = error;
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...Object.fromEntries(told.filter(([, value]) => value !== undefined)),
    // Its first lines are the message.
    stack: error.stack?.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line)),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

type DatabaseError = Error & { readonly code: string } & Partial<
    Record<(typeof TELLING)[number], string>
  >;

function isOfDatabase(error: Error): error is DatabaseError {
  return 'severity' in error && 'code' in error && typeof error.code === 'string';
}
