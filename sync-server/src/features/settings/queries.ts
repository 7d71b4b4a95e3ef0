import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { HelpContact } from '@sunloop/shared-types';
import { defineStatement, runnerOf } from '../../db/statement.ts';

const FIND_HELP = defineStatement(
  'find-help-contact',
  `select coalesce(max(value) filter (where key = 'general.help_phone'), '') as phone,
     coalesce(max(value) filter (where key = 'general.help_email'), '') as email
   from system_settings where key in ('general.help_phone', 'general.help_email')`,
);

/** Whom people may call or write to, also before they sign in. */
export async function findHelpContact(em: SqlEntityManager): Promise<HelpContact> {
  const [row] = await runnerOf(em)<HelpContact>(FIND_HELP, []);
  return row ?? { phone: '', email: '' };
}
