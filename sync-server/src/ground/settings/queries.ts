import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { DEFAULT_COUNTRY } from '@sunloop/shared-types/limits.ts';
import type { HelpContact } from '@sunloop/shared-types/program/ladder.ts';
import type { Ladder } from '@sunloop/shared-types/program/own-ladder.ts';
import { dialedOf } from '@sunloop/shared-types/values/phone-numbers.ts';
import { defineStatement, runnerOf } from '../../db/query/statement.ts';

const FIND_HELP = defineStatement(
  'find-help-contact',
  `select coalesce(max(value) filter (where key = 'general.help_phone'), '') as phone,
     coalesce(max(value) filter (where key = 'general.help_email'), '') as email,
     coalesce(max(value) filter (where key = 'general.default_country'), '${DEFAULT_COUNTRY}') as country
   from system_settings
   where key in ('general.help_phone', 'general.help_email', 'general.default_country')`,
);

const FIND_COUNTRY = defineStatement(
  'find-default-country',
  `select value from system_settings where key = 'general.default_country'`,
);

/** Where phones without a country code are (ISO 3166, alpha-2). */
export async function findDefaultCountry(em: SqlEntityManager): Promise<string> {
  const [row] = await runnerOf(em)<{ value: string }>(FIND_COUNTRY, []);
  return row?.value ?? DEFAULT_COUNTRY;
}

/** Whom people may call or write to, also before they sign in. */
export async function findHelpContact(em: SqlEntityManager): Promise<HelpContact> {
  const [row] = await runnerOf(em)<HelpContact & { country: string }>(FIND_HELP, []);
  if (!row) return { phone: '', email: '' };
  const { phone, email, country } = row;
  const dial = dialedOf(phone, country);
  return { phone, email, ...(dial && { dial }) };
}

const FIND_REWARD_WORDS = defineStatement(
  'find-reward-words',
  `select coalesce(max(value) filter (where key = 'rewards.when_paid'), '') as "whenPaid",
     jsonb_object_agg(substr(key, length('journey.') + 1), value)
       filter (where key like 'journey.%') as usual
   from system_settings where key = 'rewards.when_paid' or key like 'journey.%'`,
);

/** Whether referrals without the friend's permission are refused. */
export const IS_PERMISSION_NEEDED = `select exists (
  select from system_settings where key = 'referrals.permission' and value = 'required')`;

type RewardWords = Pick<Ladder, 'whenPaid' | 'usual'>;

/** What the operator tells customers about the time until a reward. */
export async function findRewardWords(em: SqlEntityManager): Promise<RewardWords> {
  const [row] = await runnerOf(em)<RewardWords>(FIND_REWARD_WORDS, []);
  return row ?? { whenPaid: '' };
}
