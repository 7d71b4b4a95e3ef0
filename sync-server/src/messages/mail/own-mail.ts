import type { SqlEntityManager } from '@mikro-orm/postgresql';
import {
  ADMIN_KINDS,
  type MailSwitch,
  type OwnMail,
  SWITCHABLE_KINDS,
} from '@sunloop/shared-types/messages/mail.ts';
import { isoTime } from '../../db/query/iso-time.ts';
import type { Client } from '../../http/context.ts';
import { writeAudit } from '../../ground/audit/service.ts';
import { switchMail } from './mail-off.ts';
import { hasMail } from './mail-state.ts';

interface Row {
  readonly email: string;
  readonly emailConfirmedAt: string | null;
  readonly pendingEmail: string | null;
  readonly isAdmin: boolean;
  readonly off: readonly string[];
}

const FIND = `
  select u.email, ${isoTime('u.email_confirmed_at', 'emailConfirmedAt')}, u.pending_email as "pendingEmail",
    u.role = 'admin' as "isAdmin", to_json(u.mail_off) as off
  from users u where u.id = ?`;

/** A person's address and which messages they get. */
export async function findOwnMail(em: SqlEntityManager, userId: string): Promise<OwnMail> {
  const [row] = await em.execute<Row[]>(FIND, [userId]);
  if (!row) throw new Error('a signed-in user has a row');
  const { off, isAdmin, ...address } = row;
  const kinds = SWITCHABLE_KINDS.filter((kind) => isAdmin || !ADMIN_KINDS.includes(kind));
  return {
    hasMail: hasMail(em),
    ...address,
    kinds: kinds.map((kind) => ({ kind, isOn: !off.includes(kind) })),
  };
}

/** Switches a kind of message on or off, with a line in the audit log if that changes something. Safe to repeat. */
export async function changeOwnMail(
  em: SqlEntityManager,
  client: Client,
  { userId, kind, isOn }: MailSwitch & { userId: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    if (!(await switchMail(tx, { userId, kind, isOn }))) return;
    const [from, to] = isOn ? ['off', 'on'] : ['on', 'off'];
    const changes = [{ field: `mail.${kind}`, from, to }];
    const line = { userId, action: 'user.switch_mail', entity: 'user', entityId: userId, changes };
    writeAudit(tx, client, line);
  });
}
