import { REFERRAL_FIELD_LABELS, REFERRAL_FIELDS } from '@sunloop/shared-types';
import { cellAt, widthOf } from './column.ts';
import { type ColumnKey, type Columns, NO_COLUMN, placesIn, type Source } from './columns.ts';
import type { Table } from './find-table.ts';

/** What a person may choose for a field: any column, with the first thing in it. */
export interface Choice {
  key: ColumnKey;
  label: string;
  options: { id: Source; label: string }[];
}

const LABELS: Readonly<Record<ColumnKey, string>> = {
  ...REFERRAL_FIELD_LABELS,
  lastName: 'Last name',
};
const KEYS = REFERRAL_FIELDS.flatMap((field): ColumnKey[] =>
  field === 'name' ? ['name', 'lastName'] : [field],
);
const NONE = { id: NO_COLUMN, label: 'None' };
const SAMPLE_LENGTH = 24;

/** The choice of each field; what was told of several columns is one more option of it. */
export function choicesOf(table: Table, told: Columns): Choice[] {
  const names = namesOf(table);
  const singles = names.map((name, at) => ({ id: String(at), label: name.withSample }));
  return KEYS.map((key) => {
    const id = told[key];
    const isOne = id === NO_COLUMN || singles.some((single) => single.id === id);
    const several = isOne ? [] : [{ id, label: labelOf(id, names) }];
    return { key, label: LABELS[key], options: [NONE, ...several, ...singles] };
  });
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
    return { plain: heading || plain + inBrackets, withSample: plain + inBrackets };
  });
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SAMPLE_LENGTH ? `${line.slice(0, SAMPLE_LENGTH).trim()}…` : line;
}
