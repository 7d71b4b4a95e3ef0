interface SessionSetting {
  readonly name: string;
  /** What every connection asks for. */
  readonly value: string;
  /** What it may also be; SQL about the setting `s`. */
  readonly isGood: string;
}

/** What our reading and writing of rows depends on. A database or role may have something else, which dumps keep. */
export const SESSION_SETTINGS: readonly SessionSetting[] = [
  { name: 'datestyle', value: 'ISO', isGood: "s like 'ISO,%'" },
  { name: 'intervalstyle', value: 'postgres', isGood: "s = 'postgres'" },
  { name: 'extra_float_digits', value: '1', isGood: 's::int >= 1' },
  { name: 'standard_conforming_strings', value: 'on', isGood: "s = 'on'" },
  { name: 'array_nulls', value: 'on', isGood: "s = 'on'" },
  { name: 'transform_null_equals', value: 'off', isGood: "s = 'off'" },
  {
    name: 'default_transaction_isolation',
    value: 'read committed',
    isGood: "s = 'read committed'",
  },
];

/** The settings as `options` of a connection, which win over those of database and role. */
export const SESSION_OPTIONS = SESSION_SETTINGS.map(
  ({ name, value }) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
).join(' ');
