import type { AuditChange } from '@sunloop/shared-types/ground/audit.ts';

/** What a change does to a stored row. Fields absent from the change are left out. Never pass a secret. */
export function changesOf<T extends object>(
  stored: T,
  change: { readonly [Field in keyof T]?: T[Field] | undefined },
): AuditChange[] {
  const fields = Object.keys(change) as (keyof T & string)[];
  return fields
    .filter((field) => change[field] !== undefined && change[field] !== stored[field])
    .map((field) => ({ field, from: textOf(stored[field]), to: textOf(change[field]) }));
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
