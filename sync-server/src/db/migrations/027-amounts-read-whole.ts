import { Migration } from '@mikro-orm/migrations';

interface Stored {
  readonly amount: string;
  readonly cents: string | null;
  readonly lines: number;
  /** How many of them are marked as paid. */
  readonly paid: number;
}

/** Columns that hold amounts as text; `cents` is what they count as in sums. */
const PLACES = [
  { table: 'reward_tiers', column: 'reward_amount', cents: 'amount_cents' },
  { table: 'reward_history', column: 'amount', cents: 'amount_cents' },
  { table: 'reward_levels', column: 'reward', cents: null },
  { table: 'available_rewards', column: 'amount', cents: null },
  { table: 'referrals', column: 'reward', cents: null },
] as const;

/**
 * Amounts such as '$300,00' or '$1250.5' were read by half ($30, $125). All are read again as the app reads them
 * now (DESIGN, Rewards). Those that can only mean one sum are written so; those that cannot be read keep what they
 * counted as, which their text then begins with. The audit log lists what changes and what to write anew.
 */
export class Migration027AmountsReadWhole extends Migration {
  override async up(): Promise<void> {
    for (const place of PLACES) {
      const { table, column, cents } = place;
      const rows = (await this.execute(
        `select ${column} as amount, ${cents ?? 'null::bigint'}::text as cents, count(*)::int as lines,
           ${table === 'reward_history' ? 'count(paid_at)' : '0'}::int as paid
         from ${table} group by 1, 2`,
      )) as Stored[];
      for (const row of rows) await this.#readAgain(place, row);
    }
  }

  async #readAgain({ table, column, cents }: (typeof PLACES)[number], row: Stored) {
    const counted = row.cents === null ? readByHalf(row.amount) : Number(row.cents);
    const text = mend(row.amount, counted);
    const worth = read(text) ?? counted;
    if (text === row.amount && worth === counted) return;
    const [andCents, sameCents] =
      cents === null ? ['', ''] : [`, ${cents} = ${worth}`, ` and ${cents} = ${counted}`];
    await this.execute(
      `update ${table} set ${column} = ?${andCents} where ${column} = ?${sameCents}`,
      [text, row.amount],
    );
    if (cents === null) return;
    const paid = row.paid > 0 ? `, ${row.paid} marked as paid` : '';
    const lines = `${row.lines} ${row.lines === 1 ? 'line' : 'lines'}${paid}`;
    const details =
      `'${row.amount}' (${lines}) counted as ${dollars(counted)}; ` +
      (worth === counted
        ? `it is kept as '${text}', please check it`
        : `it is '${text}' and counts as ${dollars(worth)}`);
    await this.execute(
      `insert into audit_logs (id, action, entity, details)
       values (gen_random_uuid(), 'amount.read_again', ?, ?)`,
      [table === 'reward_tiers' ? 'reward_tier' : 'payout', details],
    );
  }
}

const dollars = (cents: number) => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;

/** What the app read before: cents. */
function readByHalf(amount: string): number {
  const text = amount.trim();
  const match = /^-?\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?(?![\d,.]\d)/.exec(text);
  const cents = match ? Number(match[1]?.replaceAll(',', '')) * 100 + Number(match[2] ?? 0) : 0;
  return text.startsWith('-') ? -cents : cents;
}

/** What the app reads from now on: cents, 0 for no money, undefined if it begins like money and is unclear. */
function read(amount: string): number | undefined {
  const [, sign, whole = '', cents = '', rest = ''] =
    /^(-?)\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?($|[,;:.]?\s+(?![\d\s]).*$)/su.exec(amount) ??
    [];
  if (sign === undefined) return /^-?\$/u.test(amount) ? undefined : 0;
  if (/\p{Sc}/u.test(rest) || /^\s*(?:k|m|mio|hundred|thousand|million)\b/iu.test(rest)) {
    return undefined;
  }
  const worth = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return sign === '-' ? -worth : worth;
}

const DECIMAL_COMMA = /^(-?)\$(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})(?=$|\s)/u;
const SPACED = /^(-?)\$(\d{1,3}(?:[\s'’]\d{3})+)(?:\.(\d{1,2}))?(?=$|\s)/u;
const THOUSANDS = /^(-?)\$(\d{1,4})()\s?k(?=$|\s)/iu;

/** The amount as the app writes it if it can only mean one sum, otherwise what it counted as, with what was written. */
function mend(amount: string, counted: number): string {
  const [, taken] = /^Reversed: (.+)$/su.exec(amount) ?? [];
  if (taken !== undefined) {
    const whole = mend(taken, 0);
    return read(whole) ? `-${whole}` : amount;
  }
  const plain = amount.normalize('NFKC').trim();
  if (read(plain) !== undefined) return read(plain) === counted ? amount : plain;
  for (const pattern of [DECIMAL_COMMA, SPACED, THOUSANDS]) {
    const [found, sign = '', whole = '', cents = ''] = pattern.exec(plain) ?? [];
    if (found === undefined) continue;
    const digits = whole.replace(/\D/gu, '') + (pattern === THOUSANDS ? '000' : '');
    return (
      sign + write(Number(digits) * 100 + Number(cents.padEnd(2, '0'))) + plain.slice(found.length)
    );
  }
  if (counted === 0) return amount;
  const sign = counted < 0 ? '-' : '';
  return `${sign}${write(Math.abs(counted))} (written as ${plain.replaceAll(/\p{Sc}/gu, '')})`;
}

function write(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: digits })}`;
}
