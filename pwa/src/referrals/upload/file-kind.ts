import type { TextKind } from '../people/read-people.ts';

/** A text that was pasted or shared has no file's name of its own, so that no file is taken for one. */
export const textFile = (text: string, name: string) => new File([text], name, { type: TEXT });
const TEXT = 'text/plain';

/**
 * What a file is, by its name as SPEC §5 has it; phones also share cards under other names. What this app sealed is told by
 * what is in it, and its own ending may have `.txt` behind it, because browsers share no others. Undefined for any other.
 */
export function fileKind({ name, type }: Pick<File, 'name' | 'type'>): TextKind | undefined {
  if (/\.(?:csv|sunloop(?:.*\.txt)?)$/i.test(name)) return 'csv';
  if (/\.(?:vcf|vcard)$/i.test(name) || /vcard/i.test(type)) return 'cards';
  return type === TEXT && !name.includes('.') ? 'text' : undefined;
}
