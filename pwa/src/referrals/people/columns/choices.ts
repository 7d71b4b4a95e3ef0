import { REFERRAL_FIELD_LABELS } from '@sunloop/shared-types/referrals/referral-content.ts';
import { REFERRAL_FIELDS } from '@sunloop/shared-types/referrals/referral.ts';
import type { CsvRecord } from '@sunloop/engine/lib/parse-csv.ts';
import { cellAt, firstFilled, widthOf } from './column.ts';
import { type ColumnKey, type Columns, NO_COLUMN, placesIn, type Source } from './source.ts';
import { NO_LINE, type Table } from './table.ts';

/** One of several a person may choose. */
export interface Option {
  id: Source;
  label: string;
}

/** What a person may choose for a field: any column, with the first thing in it. */
export interface Choice {
  key: ColumnKey;
  label: string;
  options: Option[];
  /** What the first rows have in the column that is used: 'Ann Lee, Bob Ray'; empty without one. */
  sample: string;
}

const LABELS: Readonly<Record<ColumnKey, string>> = {
  ...REFERRAL_FIELD_LABELS,
  lastName: 'Last name',
  permission: 'Permission',
  refusal: 'Do not contact',
};
const KEYS: ColumnKey[] = [
  ...REFERRAL_FIELDS.flatMap((field): ColumnKey[] =>
    field === 'name' ? ['name', 'lastName'] : [field],
  ),
  'permission',
  'refusal',
];
const NONE = { id: NO_COLUMN, label: 'None' };
const SAMPLE_LENGTH = 24;
const LINE_LENGTH = 60;
const CELLS_IN_SAMPLE = 2;
const UNUSED_NAMED = 5;

/**
 * The choice of each field; what was told of several columns is one more option of it. `columns` are those used now.
 */
export function choicesOf(table: Table, told: Columns, columns: Columns): Choice[] {
  const names = namesOf(table);
  const singles = names.map((name, at) => ({ id: String(at), label: name.withSample }));
  return KEYS.map((key) => {
    const id = told[key];
    const isOne = id === NO_COLUMN || singles.some((single) => single.id === id);
    const several = isOne ? [] : [{ id, label: labelOf(id, names) }];
    const options = [NONE, ...several, ...singles];
    return { key, label: LABELS[key], options, sample: sampleOf(table, columns[key]) };
  });
}

/** The first cells a source has, in a line. */
function sampleOf({ rows }: Table, source: Source): string {
  const texts: string[] = [];
  for (const row of rows) {
    const text = firstFilled(row, placesIn(source)).join(' ');
    if (text !== '' && texts.push(shorten(text)) === CELLS_IN_SAMPLE) break;
  }
  return texts.join(', ');
}

/** The columns nothing is read from, each with the first thing in it; empty if all are used. */
export function unusedOf(table: Table, columns: Columns): string {
  const used = new Set(KEYS.flatMap((key) => placesIn(columns[key]).flat()));
  const names = namesOf(table).filter(({ isEmpty }, at) => !isEmpty && !used.has(at));
  const named = names.slice(0, UNUSED_NAMED).map(({ withSample }) => withSample);
  const more = names.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The lines a person may take for the headings, and that there are none. */
export function headingOptions(candidates: readonly CsvRecord[]): Option[] {
  const lines = candidates.map(({ line, cells }) => ({
    id: String(line),
    label: `Line ${line}: ${shorten(cells.filter((cell) => cell !== '').join(', '), LINE_LENGTH)}`,
  }));
  return [{ id: String(NO_LINE), label: 'No line' }, ...lines];
}

/** Which columns are used, in a line; empty if the file has nobody in it. */
export function summaryOf(table: Table, columns: Columns): string {
  if (table.rows.length === 0) return '';
  const names = namesOf(table);
  const used = KEYS.map((key) => [LABELS[key], labelOf(columns[key], names)] as const)
    .filter(([, columnsText]) => columnsText !== '')
    .map((pair) => pair.join(': '));
  return used.join(', ') || 'none yet';
}

/** 'Street to Country', 'Mobile or Home', 'Mobile or 2 more'. */
function labelOf(source: Source, names: readonly { plain: string }[]): string {
  const [first = '', second, ...more] = placesIn(source)
    .map((joined) => spanOf(joined.flatMap((at) => names[at]?.plain ?? [])))
    .filter((text) => text !== '');
  if (second === undefined) return first;
  return more.length === 0 ? `${first} or ${second}` : `${first} or ${more.length + 1} more`;
}

function spanOf(joined: readonly string[]): string {
  const last = joined.at(-1);
  return joined.length > 2 ? `${joined[0]} to ${last}` : joined.join(' + ');
}

function namesOf(table: Table) {
  const { headings, rows } = table;
  return Array.from({ length: widthOf(table) }, (_, at) => {
    const heading = headings?.[at]?.trim() ?? '';
    const filled = rows.find((row) => cellAt(row, at) !== '');
    const sample = shorten(filled ? cellAt(filled, at) : '');
    const inBrackets = sample && ` (${sample})`;
    const plain = heading || `Column ${at + 1}`;
    return {
      plain: heading || plain + inBrackets,
      withSample: plain + inBrackets,
      isEmpty: sample === '',
    };
  });
}

function shorten(text: string, length = SAMPLE_LENGTH): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length).trim()}…` : line;
}
