// oxlint-disable-next-line no-control-regex -- the question is whether it is plain ASCII
const PLAIN = /^[\u0000-\u007f]*$/;

/** Ignores case and accents, so that 'jose' finds José. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
