/** The URL that dials a phone number in any spelling; an extension is left for the person to dial. */
export function telUrl(phone: string): string {
  return `tel:${phone.replace(/(?:ext|x).*/i, '').replaceAll(/[^\d+]/g, '')}`;
}
