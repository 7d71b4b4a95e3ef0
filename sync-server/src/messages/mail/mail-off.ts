import {
  isSwitchable,
  type MailKind,
  SwitchableKind,
} from '@sunloop/shared-types/messages/mail.ts';
import { readToken, readUuid } from '@sunloop/shared-types/values/read-code.ts';
import { Id } from '@sunloop/shared-types/values/text.ts';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import * as v from 'valibot';
import type { Mail } from './mail-state.ts';
import { isSigned, sign } from './sign.ts';

/** The page that switches messages off without a sign-in. */
export const MAIL_OFF_PATH = '/mail-off/';

/** Whose messages of which kind a link switches off. */
interface SwitchedOff {
  readonly userId: string;
  readonly kind: SwitchableKind;
}

const signedText = ({ userId, kind }: SwitchedOff) => `mail-off:${userId}:${kind}`;

/** The address that switches a kind of message off for one user; it never ends, and opens nothing else. */
export function mailOffLink(mail: Mail, userId: string, kind: MailKind): string | undefined {
  if (!isSwitchable(kind)) return undefined;
  const signature = sign(mail.keys[0] ?? '', signedText({ userId, kind }));
  return `${mail.origin}${MAIL_OFF_PATH}${userId}.${kind}.${signature}`;
}

const Parts = v.strictTuple([Id, SwitchableKind, v.string()]);
const END = /^([^.]+)\.([^.]+)\.(.+)$/s;

/** What the end of such an address stands for, whatever stands around it; undefined if we did not sign it. */
export function readMailOff({ keys }: Mail, text: string): SwitchedOff | undefined {
  const [, id = '', kind = '', signature = ''] = END.exec(text) ?? [];
  const parsed = v.safeParse(Parts, [readUuid(id), kind, readToken(signature)]);
  if (!parsed.success) return undefined;
  const [userId, known, signed] = parsed.output;
  const isOurs = isSigned(keys, signedText({ userId, kind: known }), signed);
  return isOurs ? { userId, kind: known } : undefined;
}

const SWITCH_OFF = `
  update users set mail_off = array_append(mail_off, :kind)
  where id = :userId and not :kind = any (mail_off) and erased_at is null returning id`;
const SWITCH_ON = `
  update users set mail_off = array_remove(mail_off, :kind)
  where id = :userId and :kind = any (mail_off) returning id`;

/** Switches a kind of message on or off for a user; false if it is so already. */
export async function switchMail(
  em: SqlEntityManager,
  { isOn, ...whose }: SwitchedOff & { isOn: boolean },
): Promise<boolean> {
  return (await em.execute<object[]>(isOn ? SWITCH_ON : SWITCH_OFF, { ...whose })).length > 0;
}
