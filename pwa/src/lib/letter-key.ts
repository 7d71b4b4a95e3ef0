/**
 * The Latin letter of a key in lower case, wherever a keyboard has it: what it types, or, where that is another script
 * ('л' for Ctrl+K on a Russian keyboard), what is printed beside it; otherwise what the key types.
 */
export function letterOf({ key, code }: { key: string; code: string }): string {
  const typed = key.toLowerCase();
  if (key.length !== 1 || /^[a-z]$/.test(typed)) return typed;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? typed;
}
