import * as v from 'valibot';
import { type AdminSearch, DETAIL_KEYS, PANEL_NAMES } from './admin-panels.ts';

/** The console itself never makes longer texts. */
const VALUE_MAX = 500;
const Panel = v.picklist(PANEL_NAMES);

/** Reads the URL of /admin and drops what is unknown. The router reads `?q=12` as a number. */
export function parseAdminSearch(search: Readonly<Record<string, unknown>>): AdminSearch {
  const details = [...DETAIL_KEYS].flatMap((key) => {
    const value = textOf(search[key]);
    return value === undefined ? [] : [[key, value]];
  });
  const panel = v.is(Panel, search['panel']) ? { panel: search['panel'] } : {};
  return { ...panel, ...Object.fromEntries(details) };
}

function textOf(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return String(value).slice(0, VALUE_MAX) || undefined;
}

/** A place with some keys changed; undefined removes one. */
export function patchSearch<Search extends object>(
  search: Search,
  patch: Partial<AdminSearch>,
): Search & AdminSearch {
  const changed = Object.entries({ ...search, ...patch }).filter(
    ([, value]) => value !== undefined,
  );
  // Only keys without a value were removed.
  return Object.fromEntries(changed) as Search & AdminSearch;
}
