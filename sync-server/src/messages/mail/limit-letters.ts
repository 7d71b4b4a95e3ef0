import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS } from '@sunloop/shared-types/limits.ts';
import type { MailKind } from '@sunloop/shared-types/messages/mail.ts';
import { countUp } from '../../db/query/count-up.ts';

/** Letters about one thing to one address. Whoever reads the first few knows, and what goes on stands in the profile. */
const MAX_AN_HOUR = 5;
/** To an address that nobody has confirmed: its owner may have nothing to do with the account. */
const UNCONFIRMED_A_DAY = 1;
/** Those among them that somebody asked for, because the first was lost. */
const ASKED_FOR_A_DAY = 5;

/** What strangers, or one person over and over, can have sent; the rest has keys and paces of its own. */
const LIMITED: ReadonlySet<MailKind> = new Set([
  'confirm_email',
  'password_reset',
  'account_changed',
  'new_sign_in',
]);

export interface LetterWish {
  readonly kind: MailKind;
  /** What of it, if letters of the kind tell different things. */
  readonly what?: unknown;
  readonly recipient: string;
  readonly isConfirmed: boolean;
  readonly isAskedFor?: boolean;
}

/** Counts a letter, and answers whether its address may get it; in the caller's transaction, so that many at once take turns. */
export async function mayBeSent(
  em: SqlEntityManager,
  { kind, what, recipient, isConfirmed, isAskedFor = false }: LetterWish,
): Promise<boolean> {
  if (!LIMITED.has(kind)) return true;
  const about = [kind, ...(typeof what === 'string' ? [what] : [])].join('.');
  const limit = (span: string, max: number, windowMs: number) => ({
    key: `letters:${span}:${about}:${recipient.toLowerCase()}`,
    max,
    windowMs,
  });
  const own = isConfirmed
    ? limit('hour', MAX_AN_HOUR, HOUR_MS)
    : isAskedFor
      ? limit('asked', ASKED_FOR_A_DAY, DAY_MS)
      : limit('day', UNCONFIRMED_A_DAY, DAY_MS);
  return (await countUp(em, own)).count <= own.max;
}
