/** What dials a number as people write it; an extension is left for the person to dial. */
export function telUrl(phone: string): string {
  return `tel:${phone.replace(/(?:ext|x).*/i, '').replaceAll(/[^\d+]/g, '')}`;
}
