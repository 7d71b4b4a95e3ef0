/** A text that is accepted, though it is more likely a slip: what to ask, and what may have been meant. */
export type Doubt = { question: string; meant?: string };

/** What is asked about the text of a field; undefined if it looks right, is empty, or is neither email nor phone. */
export function doubtOf(field: string, text: string): Doubt | undefined {
  if (field === 'email') return doubtOfEmail(text);
  return field === 'phone' ? doubtOfPhone(text) : undefined;
}

/** Domains of mail that many people have, long enough that one other letter is hardly somebody else's. */
const COMMON = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'protonmail.com',
];
/** Domains with mailboxes of their own that look like one of those. */
const OTHERS = ['mail.com', 'email.com', 'ymail.com', 'hotmail.co'];
/** Ends that no domain has. */
const NO_END = /\.(con|cmo|ocm|vom|xom|cpm|comm)$/;

function doubtOfEmail(email: string): Doubt | undefined {
  const [person, domain] = email.trim().toLowerCase().split('@');
  if (!person || !domain) return undefined;
  const meant = meantBy(domain);
  if (meant !== undefined) {
    const mended = email.trim().replace(/@.*$/, `@${meant}`);
    return { question: `Is this right? Did you mean ${meant}?`, meant: mended };
  }
  if (domain.includes('.')) return undefined;
  return { question: 'Is this right? An email usually ends like @gmail.com.' };
}

function meantBy(domain: string): string | undefined {
  if (COMMON.includes(domain) || OTHERS.includes(domain)) return undefined;
  if (NO_END.test(domain)) return domain.replace(NO_END, '.com');
  const whole = COMMON.find((common) => isOneSlip(domain, common));
  if (whole !== undefined || domain.includes('.')) return whole;
  return COMMON.find((common) => isOneSlip(domain, nameOf(common)) || domain === nameOf(common));
}

const nameOf = (domain: string) => domain.slice(0, domain.indexOf('.'));

/** Whether one letter is missing, too many, another one, or changed places with the next. */
function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let at = 0;
  while (at < meant.length && typed[at] === meant[at]) at += 1;
  const [rest, wanted] = [typed.slice(at), meant.slice(at)];
  const after = wanted.slice(1);
  const swapped = after.slice(0, 1) + wanted.slice(0, 1) + after.slice(1);
  return rest === swapped || rest === after || rest.slice(1) === after || rest.slice(1) === wanted;
}

/** As many digits as a local number has. */
const DIGITS = 7;

function doubtOfPhone(phone: string): Doubt | undefined {
  const count = (sign: RegExp) => phone.match(sign)?.length ?? 0;
  const digits = count(/\p{Nd}/gu);
  // A number may be spelled: 1-800-GO-SOLAR.
  const signs = digits > 2 ? digits + count(/[A-Z]/g) : digits;
  if (phone.trim() === '' || signs >= DIGITS) return undefined;
  return { question: 'Is this right? It has fewer than seven digits.' };
}
