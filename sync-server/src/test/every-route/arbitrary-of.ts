import { isStorableText } from '@sunloop/shared-types/values/text.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { JUDGED_BY } from '../../http/openapi/judged-rows.ts';

/** What a valibot schema exposes: its kind, its parts and the steps of its pipe. */
interface Shown {
  readonly type: string;
  readonly entries?: Record<string, Shown>;
  readonly wrapped?: Shown;
  /** Texts of a picklist, schemas of a variant or union. */
  readonly options?: readonly (string | Shown)[];
  readonly literal?: unknown;
  readonly item?: Shown;
  readonly requirement?: unknown;
  readonly pipe?: readonly Shown[];
}

// Texts that break output that was put together by hand: SQL, LIKE, JSON, HTML, spreadsheets, terminals.
const NASTY = [
  `Robert'); drop table users;--`,
  String.raw`\' or 1=1 \\`,
  '%_%',
  '${name} :name ?1 $1 ??',
  '=HYPERLINK("x")',
  '<script>alert(1)</script>',
  '{"a":[1]}',
  '  padded  ',
  '\u202Eright to left',
  'e\u0301 é \u{1F469}\u{200D}\u{1F4BB}',
  'line\r\nline\ttab',
  '\uFEFFmark\u00A0',
  '__proto__',
  'null',
] as const;

/** Inputs a schema of the route table accepts, as a caller could write them. */
export function arbitraryOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return inputOf(schema).filter((input) => v.is(schema, input));
}

function inputOf(schema: Shown): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
    case 'strict_object':
      return objectOf(schema.entries ?? {});
    case 'optional':
      return fc.option(wrappedOf(schema), { nil: undefined });
    case 'nullable':
      return fc.option(wrappedOf(schema), { nil: null });
    case 'string':
      return textOf(stepsOf(schema));
    case 'number':
      return numberOf(stepsOf(schema));
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []));
    case 'variant':
    case 'union':
      return fc.oneof(...variantsOf(schema));
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constant(schema.literal);
    case 'array':
      return fc.array(itemOf(schema), { minLength: 1, maxLength: 5 });
    default:
      throw new Error(`no inputs for a schema of type ${schema.type}`);
  }
}

function objectOf(entries: Record<string, Shown>): fc.Arbitrary<unknown> {
  const fields = Object.entries(entries).map(([name, field]) => [name, inputOf(field)] as const);
  return fc.record(Object.fromEntries(fields));
}

function variantsOf({ options = [] }: Shown): fc.Arbitrary<unknown>[] {
  return options.flatMap((option) => (typeof option === 'string' ? [] : [inputOf(option)]));
}

function wrappedOf({ wrapped }: Shown): fc.Arbitrary<unknown> {
  if (!wrapped) throw new Error('nothing is wrapped');
  return inputOf(wrapped);
}

function itemOf({ item }: Shown): fc.Arbitrary<unknown> {
  if (!item) throw new Error('a list of nothing');
  const judged = JUDGED_BY.get(item);
  return judged ? arbitraryOf(judged) : inputOf(item);
}

type Steps = ReadonlyMap<string, unknown>;

// Pipes contain pipes; if a step occurs twice, the stricter one comes later.
function stepsOf(schema: Shown): Steps {
  const steps = (schema.pipe ?? []).flatMap((step): [string, unknown][] =>
    step.pipe ? [...stepsOf(step)] : [[step.type, step.requirement]],
  );
  return new Map(steps);
}

const numberIn = (steps: Steps, name: string, absent: number) => Number(steps.get(name) ?? absent);

function textOf(steps: Steps): fc.Arbitrary<string> {
  if (steps.has('rfc_email')) return emailOf(numberIn(steps, 'max_length', 254));
  if (steps.has('literal')) return fc.constantFrom('', ' ');
  if (steps.has('uuid')) return fc.uuid();
  const form = steps.get('regex');
  if (form instanceof RegExp) return fc.stringMatching(form);
  if (steps.has('iso_date'))
    return fc
      .date({ noInvalidDate: true, min: YEAR_1000, max: YEAR_3000 })
      .map((date) => date.toISOString().slice(0, 10));
  if (steps.has('iso_timestamp'))
    return fc.date({ noInvalidDate: true, min: YEAR_1000, max: YEAR_3000 }).map(isoOf);
  if (steps.has('digits')) return fc.integer({ min: 1, max: 500 }).map(String);
  const min = numberIn(steps, 'min_length', 0);
  const max = numberIn(steps, 'max_length', 500);
  const written = fc.string({ unit: 'binary', maxLength: Math.min(max, 300) });
  const anyText = fc.oneof(
    { weight: 3, arbitrary: written },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(max)) },
  );
  const check = steps.get('check');
  const isTaken = (kept: string) => typeof check !== 'function' || check(kept) === true;
  const isFine = (text: string) => {
    const kept = steps.has('trim') ? text.trim() : text;
    return kept.length >= min && kept.length <= max && isStorableText(text) && isTaken(kept);
  };
  return anyText.filter(isFine);
}

const YEAR_1000 = new Date('1000-01-01');
const YEAR_3000 = new Date('3000-01-01');
const isoOf = (date: Date) => date.toISOString();

// Without the bias toward small values, which would soon produce the same address twice.
function emailOf(max: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.noBias(fc.uuid()), fc.constantFrom('Example.com', 'x.example', 'localhost'))
    .map(([id, host]) => `${id}@${host}`.slice(-max));
}

function numberOf(steps: Steps): fc.Arbitrary<number> {
  const min = numberIn(steps, 'min_value', -1_000_000);
  const max = numberIn(steps, 'max_value', 1_000_000);
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
}
