/** What tells who a referral is about; its `date` is a claim that may be replaced at receipt. */
export interface Content {
  readonly name: string;
  readonly email: string;
  readonly phone?: string | null | undefined;
  readonly address?: string | null | undefined;
}

/**
 * A text in the form two of them are compared: white space, letter case and Unicode spelling make no
 * difference, and none is the same as empty. The ids of uploaded rows are made of it, so it never changes.
 */
export function comparableText(text: string | null | undefined): string {
  return (text ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Name, e-mail, phone and address as they are compared, in this order. */
export function comparableContent({ name, email, phone, address }: Content): string[] {
  return [name, email, phone, address].map(comparableText);
}

/** Whether two spellings of a referral say the same (API.md, POST /api/referrals). */
export function hasSameContent(one: Content, other: Content): boolean {
  const others = comparableContent(other);
  return comparableContent(one).every((text, at) => text === others[at]);
}
