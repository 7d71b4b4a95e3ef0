import {
  type OwedPerson,
  PAYOUT_METHODS,
  type PayoutMethod,
  type PayRun,
} from '@sunloop/shared-types/program/payouts.ts';
import { csvOf } from '@sunloop/shared-types/values/csv.ts';
import { formatCents, writeMoney } from '@sunloop/shared-types/values/money.ts';
import { formatLongUtcDay } from '../../../lib/format-utc.ts';
import { officeDay } from '@sunloop/shared-types/ground/time-zone.ts';

/** How the office pays, for all who are checked. */
export interface Handover {
  method: PayoutMethod;
  /** The number of a check or transfer; empty for none. */
  reference: string;
}

const METHOD_LABELS: Readonly<Record<PayoutMethod, string>> = {
  bank: 'Bank transfer',
  check: 'Check',
  card: 'Gift card',
  cash: 'Cash',
  other: 'Other',
};
export const METHODS = PAYOUT_METHODS.map((id) => ({ id, label: METHOD_LABELS[id] }));

export const sumOfPeople = (people: readonly OwedPerson[]) =>
  people.reduce((sum, { owedCents }) => sum + owedCents, 0);

export const peopleText = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`;

/** What somebody is owed for: '$300 Reward for Ann Lee'. */
export const whatFor = ({ lines }: OwedPerson) =>
  lines.map(({ amount, description }) => `${writeMoney(amount)} · ${description}`);

/** What somebody will have been paid this year. */
const yearTotal = ({ paidThisYearCents, owedCents }: OwedPerson) => paidThisYearCents + owedCents;

/** Whether paying somebody reaches the sum from which a tax form is due. */
export const isFormDue = (person: OwedPerson, { formOverCents }: PayRun) =>
  yearTotal(person) >= formOverCents;

/** Whether a tax form is due, and none has come. */
export function needsForm(person: OwedPerson, run: PayRun): boolean {
  return person.formReceivedOn === null && isFormDue(person, run);
}

/** 'Maya Chen will have been paid $2,300 in 2026, over $2,000, and no tax form has come.' */
export function formNote(person: OwedPerson, run: PayRun): string {
  const [total, limit] = [yearTotal(person), run.formOverCents];
  const where = total > limit ? `over ${formatCents(limit)}` : 'which is the limit';
  const sums = `${formatCents(total)} in ${run.year}, ${where}`;
  return `${person.username} will have been paid ${sums}, and no tax form has come.`;
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** One line a person, as a bank's payment file or a stack of checks needs it. */
export function bankFile(people: readonly OwedPerson[], { method, reference }: Handover): string {
  const rows = people.map((one) => [
    one.username,
    one.email,
    dollars(one.owedCents),
    'USD',
    METHOD_LABELS[method],
    reference,
  ]);
  return csvOf([['name', 'email', 'amount', 'currency', 'method', 'reference'], ...rows]);
}

const ACCOUNTANT_COLUMNS = [
  'name',
  'email',
  'description',
  'earned',
  'amount',
  'method',
  'reference',
  'paid this year with this',
  'tax form received',
];

/** One line for each reward, earned on a day of the office, with what the person will have been paid in the year. */
export function accountantFile(
  people: readonly OwedPerson[],
  { method, reference }: Handover,
  timeZone: string | undefined,
): string {
  const rows = people.flatMap((one) =>
    one.lines.map(({ description, createdAt, amountCents }) => [
      one.username,
      one.email,
      description,
      officeDay(Date.parse(createdAt), timeZone),
      dollars(amountCents),
      METHOD_LABELS[method],
      reference,
      dollars(yearTotal(one)),
      one.formReceivedOn,
    ]),
  );
  return csvOf([ACCOUNTANT_COLUMNS, ...rows]);
}

/** A slip of a day of the office, to be signed by whoever gets the money. */
export function slipOf(person: OwedPerson, { method, reference }: Handover, day: string) {
  const how = [METHOD_LABELS[method], reference, formatLongUtcDay(day)].filter(
    (text) => text !== '',
  );
  return {
    title: `${formatCents(person.owedCents)} for ${person.username}`,
    note: how.join(' · '),
    lines: whatFor(person),
    sign: `Received by ${person.username}`,
  };
}
