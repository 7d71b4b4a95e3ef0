import * as v from 'valibot';

/** The value of a number field; NaN if it is not a plain number, so that the schema reports it. */
export function numberIn(text: string): number {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** The same for a field that may be left empty. */
export function optionalNumberIn(text: string): number | null {
  return text.trim() === '' ? null : numberIn(text);
}

/** A number typed into a form, validated by the schema of the call. */
export function numberField<S extends v.GenericSchema<number>>(schema: S) {
  return v.pipe(v.string(), v.transform(numberIn), schema);
}

export function optionalNumberField<S extends v.GenericSchema<number | null>>(schema: S) {
  return v.pipe(v.string(), v.transform(optionalNumberIn), schema);
}

/** A required text, with the form's own message. */
export function requiredField<S extends v.GenericSchema<string>>(message: string, schema: S) {
  return v.pipe(v.string(), v.trim(), v.minLength(1, message), schema);
}

/** Only the typed values that differ from before, so that what others changed meanwhile stays. */
export function changedFields<T extends object>(before: object, after: T): Partial<T> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([key, value]) => old.get(key) !== value);
  // Entries of T with some of them left out.
  return Object.fromEntries(changed) as Partial<T>;
}
