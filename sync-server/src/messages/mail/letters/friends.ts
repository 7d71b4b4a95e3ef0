import {
  referralStatusLabel,
  type ReferralStatus,
} from '@sunloop/shared-types/referrals/referral.ts';
import { formatCents } from '@sunloop/shared-types/values/money.ts';
import { isEmptied } from '../../../db/query/is-emptied.ts';
import type { Telling, Write } from './content.ts';
import { greeting, nameIn } from './letter.ts';

export interface Friend {
  readonly name: string;
  readonly status: ReferralStatus;
  readonly reward: string;
}

const A_FRIEND = 'your friend';
/** Of somebody who was forgotten there is none. */
export const FRIEND_NAME = `case when not (${isEmptied('r')}) then r.name else '' end`;

async function findFriend({ em, userId, data }: Telling): Promise<Friend | undefined> {
  const sql = `select ${FRIEND_NAME} as name, status, reward from referrals r where id = ? and user_id = ?`;
  const [friend] = await em.execute<Friend[]>(sql, [data['referralId'], userId]);
  return friend;
}

const pageOf = ({ mail, data }: Telling) =>
  `${mail.origin}/referrals?referral=${String(data['referralId'])}`;

/** As the friend stands when it is sent: several changes on one day are told once. */
export const friendMoved: Write = async (telling) => {
  const friend = await findFriend(telling);
  if (!friend) return undefined;
  const name = nameIn(friend.name, A_FRIEND);
  const label = referralStatusLabel(friend.status);
  return {
    subject: `News of ${name}: ${label}`,
    blocks: [
      greeting(telling.username),
      `There is news of ${name}, whom you referred: ${label}.`,
      { link: pageOf(telling), label: 'See how it stands' },
    ],
  };
};

/** Nothing if it was taken back meanwhile. */
export const rewardEarned: Write = async (telling) => {
  const friend = await findFriend(telling);
  if (friend?.status !== 'completed') return undefined;
  const name = nameIn(friend.name, A_FRIEND);
  return {
    subject: `You earned ${friend.reward}`,
    blocks: [
      greeting(telling.username),
      `The panels of ${name} are installed, and you earned ${friend.reward}. Thank you!`,
      { link: pageOf(telling), label: 'See what you earned' },
    ],
  };
};

const LINES_SHOWN = 20;
const FIND_PAID = `
  select h.amount, h.amount_cents::float8 as cents, coalesce(${FRIEND_NAME}, '') as name
  from reward_history h left join referrals r on r.id = h.referral_id
  where h.id = any (array(select value::uuid from jsonb_array_elements_text(:ids::jsonb)))
    and h.user_id = :userId and h.paid_at is not null order by h.date, h.id`;

/** Only what is still marked as paid. */
export const rewardPaid: Write = async ({ em, mail, userId, username, data }) => {
  const values = { ids: JSON.stringify(data['rewards']), userId };
  const lines = await em.execute<{ amount: string; cents: number; name: string }[]>(
    FIND_PAID,
    values,
  );
  if (lines.length === 0) return undefined;
  const sum = formatCents(lines.reduce((total, { cents }) => total + cents, 0));
  const facts = lines
    .slice(0, LINES_SHOWN)
    .map(({ name, amount }) => [nameIn(name, 'Reward'), amount] as const);
  const more = lines.length - facts.length;
  return {
    subject: `We paid you ${sum}`,
    blocks: [
      greeting(username),
      `We have paid you ${sum}:`,
      { facts: more > 0 ? [...facts, ['And', `${more} more`] as const] : facts },
      { link: `${mail.origin}/rewards`, label: 'See your rewards' },
    ],
  };
};

const FIND_TITLES = `
  select title from achievements
  where id = any (array(select value::uuid from jsonb_array_elements_text(:ids::jsonb))) order by title`;

export const achievement: Write = async ({ em, mail, username, data }) => {
  const values = { ids: JSON.stringify(data['achievements']) };
  const titles = await em.execute<{ title: string }[]>(FIND_TITLES, values);
  if (titles.length === 0) return undefined;
  const names = titles.map(({ title }) => nameIn(title, 'an achievement')).join(', ');
  return {
    subject: `You earned: ${names}`,
    blocks: [
      greeting(username),
      `You earned ${names}.`,
      { link: `${mail.origin}/rewards`, label: 'See your achievements' },
    ],
  };
};

const several = (count: number) => (count === 1 ? '1 referral' : `${count} referrals`);

/** In fixed words, with what the office saw when it asked for it. */
export const rowsWaiting: Write = ({ mail, username, data }) => {
  const [owed, lost] = [Number(data['owed']), Number(data['lost'])];
  const device = nameIn(String(data['browser']), 'your device');
  const day = typeof data['since'] === 'string' ? ` since ${data['since'].slice(0, 10)}` : '';
  const waiting = `On ${device} there ${owed === 1 ? 'is' : 'are'} ${several(owed)}${day} that ${owed === 1 ? 'has' : 'have'} not reached us. Please open Sunloop there while you have a connection: it sends what waits, and says what needs a fix.`;
  const missing = `${several(lost)} that you had taken on ${device} did not reach us, and ${lost === 1 ? 'is' : 'are'} not there any more: the browser cleared what was stored. Please look through your list and add again who is missing.`;
  return Promise.resolve({
    subject: 'Referrals on your device have not reached us',
    blocks: [
      greeting(username),
      ...(owed > 0 ? [waiting] : []),
      ...(lost > 0 ? [missing] : []),
      { link: `${mail.origin}/referrals`, label: 'Open Sunloop' },
    ],
  });
};
