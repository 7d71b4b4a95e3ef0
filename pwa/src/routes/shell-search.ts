const DIALOGS = ['add', 'help', 'signIn'] as const;
type DialogName = (typeof DIALOGS)[number];

/** The dialog over a page of the shell; part of the URL so that Back closes it and links open it. */
export type ShellSearch = { [name in DialogName]?: 1 };

/** Reads `?add=1`, `?help=1`, `?signIn=1`; anything else is dropped. */
export function parseShellSearch(search: Record<string, unknown>): ShellSearch {
  const open = DIALOGS.find((name) => String(search[name]) === '1');
  return open ? { [open]: 1 } : {};
}
