/**
 * Details of an audit line: `role: customer → admin` for each field that differs. Fields absent from the
 * change are left out. Never pass a secret.
 */
export function describeChange<T extends object>(
  stored: T,
  change: { readonly [Field in keyof T]?: T[Field] | undefined },
): string {
  const fields = Object.keys(change) as (keyof T & string)[];
  const lines = fields
    .filter((field) => change[field] !== undefined && change[field] !== stored[field])
    .map((field) => `${field}: ${shown(stored[field])} → ${shown(change[field])}`);
  return lines.join('; ') || 'nothing changed';
}

function shown(value: unknown): string {
  const text = value ?? 'none';
  return typeof text === 'string' ? text : JSON.stringify(text);
}
