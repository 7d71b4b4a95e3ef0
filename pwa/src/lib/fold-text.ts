/** A text to search in or for: without case and accents, so that 'jose' finds José. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
