import { formatCents } from '@sunloop/shared-types/values/money.ts';
import * as v from 'valibot';
import type { Write } from './content.ts';
import { greeting, nameIn } from './letter.ts';

/** Nothing if somebody has dealt with it meanwhile. */
export const quoteArrived: Write = async ({ em, mail, username, data }) => {
  const sql =
    'select name, referral_id is not null as "isReferral" from quotes where id = ? and status <> \'closed\'';
  const [quote] = await em.execute<{ name: string; isReferral: boolean }[]>(sql, [data['quoteId']]);
  if (!quote) return undefined;
  const name = nameIn(quote.name, 'Somebody');
  return {
    subject: `New quote request: ${name}`,
    blocks: [
      greeting(username),
      quote.isReferral
        ? `${name} asked for a quote through a referral link and waits for a call.`
        : `${name} asked for a quote and waits for a call.`,
      { link: `${mail.origin}/admin`, label: 'Open the desk' },
    ],
  };
};

const several = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** Absent in letters of earlier builds. */
const Faults = v.optional(v.array(v.string()), []);

export const dailySummary: Write = ({ mail, username, data }) => {
  const [quotes, calls, owedCents] = ['quotes', 'calls', 'owedCents'].map((name) =>
    Number(data[name]),
  ) as [number, number, number];
  const parts = [
    ...several(quotes, 'new quote', 'new quotes'),
    ...several(calls, 'not called', 'not called'),
    ...(owedCents > 0 ? [`${formatCents(owedCents)} owed`] : []),
  ];
  const faults = v.parse(Faults, data['faults']);
  const wrong = several(faults.length, 'thing is wrong', 'things are wrong');
  return Promise.resolve({
    subject: `Today: ${[...parts, ...wrong].join(', ')}`,
    blocks: [
      greeting(username),
      ...(parts.length > 0 ? [`Waiting for you: ${parts.join(', ')}.`] : []),
      ...(faults.length > 0 ? ['Wrong with the server, for who runs it:', ...faults] : []),
      { link: `${mail.origin}/admin`, label: 'Open the desk' },
    ],
  });
};
