import type { MailKind } from '@sunloop/shared-types/messages/mail.ts';
import { referralStatusLabel } from '@sunloop/shared-types/referrals/referral.ts';
import type { Content, Telling } from './content.ts';
import { achievement, type Friend, FRIEND_NAME, rewardPaid } from './friends.ts';
import { greeting, nameIn, type Block } from './letter.ts';

/** What several messages of a kind to one person tell in one letter. Each of them still tells something. */
interface SeveralTelling extends Omit<Telling, 'data'> {
  readonly parts: readonly Telling['data'][];
}
type WriteSeveral = (telling: SeveralTelling) => Promise<Content | 'ended' | undefined>;

const LINES_SHOWN = 20;

function factsOf(lines: readonly (readonly [string, string])[]): Block {
  const more = lines.length - LINES_SHOWN;
  const shown = lines.slice(0, LINES_SHOWN);
  return { facts: more > 0 ? [...shown, ['And', `${more} more`]] : shown };
}

const AMONG = 'id = any (array(select value::uuid from jsonb_array_elements_text(:ids::jsonb)))';
const idsIn = (parts: SeveralTelling['parts'], name: string) =>
  JSON.stringify(parts.map((data) => data[name]));

const FIND_QUOTES = `
  select name, referral_id is not null as "isReferral" from quotes where ${AMONG} order by created_at, id`;

const quotesArrived: WriteSeveral = async ({ em, mail, username, parts }) => {
  const quotes = await em.execute<{ name: string; isReferral: boolean }[]>(FIND_QUOTES, {
    ids: idsIn(parts, 'quoteId'),
  });
  const lines = quotes.map(
    ({ name, isReferral }) =>
      [nameIn(name, 'Somebody'), isReferral ? 'through a referral link' : 'of their own'] as const,
  );
  return {
    subject: `${lines.length} new quote requests`,
    blocks: [
      greeting(username),
      `${lines.length} people asked for a quote and wait for a call:`,
      factsOf(lines),
      { link: `${mail.origin}/admin`, label: 'Open the desk' },
    ],
  };
};

const FIND_FRIENDS = `
  select ${FRIEND_NAME} as name, r.status, r.reward from referrals r
  where r.${AMONG} and r.user_id = :userId order by r.created_at, r.id`;

const findFriends = ({ em, userId, parts }: SeveralTelling) =>
  em.execute<Friend[]>(FIND_FRIENDS, { ids: idsIn(parts, 'referralId'), userId });

const A_FRIEND = 'A friend';

const friendsMoved: WriteSeveral = async (telling) => {
  const friends = await findFriends(telling);
  return {
    subject: `News of ${friends.length} friends`,
    blocks: [
      greeting(telling.username),
      `There is news of ${friends.length} friends whom you referred:`,
      factsOf(
        friends.map(({ name, status }) => [nameIn(name, A_FRIEND), referralStatusLabel(status)]),
      ),
      { link: `${telling.mail.origin}/referrals`, label: 'See how things stand' },
    ],
  };
};

const rewardsEarned: WriteSeveral = async (telling) => {
  const friends = await findFriends(telling);
  return {
    subject: `You earned ${friends.length} rewards`,
    blocks: [
      greeting(telling.username),
      `The panels of ${friends.length} friends are installed. Thank you! You earned:`,
      factsOf(friends.map(({ name, reward }) => [nameIn(name, A_FRIEND), reward])),
      { link: `${telling.mail.origin}/rewards`, label: 'See what you earned' },
    ],
  };
};

const all = (parts: SeveralTelling['parts'], name: string) => ({
  [name]: parts.flatMap((data) => data[name]),
});

const WRITE_SEVERAL: Readonly<Partial<Record<MailKind, WriteSeveral>>> = {
  quote_arrived: quotesArrived,
  friend_moved: friendsMoved,
  reward_earned: rewardsEarned,
  reward_paid: ({ parts, ...telling }) => rewardPaid({ ...telling, data: all(parts, 'rewards') }),
  achievement: ({ parts, ...telling }) =>
    achievement({ ...telling, data: all(parts, 'achievements') }),
};

/** How several messages of a kind are told in one letter; undefined if each has its own. */
export const writerOfSeveral = (kind: MailKind): WriteSeveral | undefined => WRITE_SEVERAL[kind];
