import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { HelpContact, Ladder } from '@sunloop/shared-types';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';

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

const FIND_REWARD_WORDS = defineStatement(
  'find-reward-words',
  `select coalesce(max(value) filter (where key = 'rewards.when_paid'), '') as "whenPaid",
     jsonb_object_agg(substr(key, length('journey.') + 1), value)
       filter (where key like 'journey.%') as usual
   from system_settings where key = 'rewards.when_paid' or key like 'journey.%'`,
);

type RewardWords = Pick<Ladder, 'whenPaid' | 'usual'>;

/** What the operator tells customers about the time until a reward. */
export async function findRewardWords(em: SqlEntityManager): Promise<RewardWords> {
  const [row] = await runnerOf(em)<RewardWords>(FIND_REWARD_WORDS, []);
  return row ?? { whenPaid: '' };
}
