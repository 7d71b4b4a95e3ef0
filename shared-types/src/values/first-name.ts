const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** What stands before a name; with a dot, what would be a name without it. 'Don' and 'Judge' are first names, too. */
const TITLES = words(
  `dr dra dr-ing doctor prof professor mr mrs ms mx mister miss sir rev reverend fr. father pastor rabbi imam hon. capt captain
   col. colonel lt lieutenant sgt sergeant maj. major gen. general cmdr commander cpl corporal adm. admiral coach chef officer
   sen. senator gov. rep. sr sra srta señor señora señorita herr frau dipl dipl-ing ing. mag. mme mlle monsieur madame
   mademoiselle dott. dottssa. sig. signor signora`,
);

/** What stands behind one: generations, degrees, licenses. */
const SUFFIXES = words(
  `jr sr jnr snr junior senior i ii iii iv v vi 2nd 3rd 4th md do dds dmd dvm vmd mbbs phd dphil edd psyd jd llm llb mba mpa
   mph ms msc msw ma mfa mdiv bs bsc ba bfa bsn msn rn lpn lvn np dnp aprn crna cnm cna pa pac pt dpt ot otr od dc dpm pharmd
   rph rd rdn lcsw lmft lpc lmhc slp bcba cpa cfp cfa cma cia ea clu chfc esq esquire pe pmp aia leed ap cissp facs faap facp
   fache ret retd usn usmc usaf usa obe mbe cbe qc kc phr shrm gri`,
);

/** What stands before a last name and belongs to it: 'de la Cruz, Maria'. */
const PARTICLES = words(
  'van von der den de del della di da do dos das du la le los las el al bin ibn ben mac mc st st. san santa ter ten te zu zum',
);

/** First or last words of what is no person, or several. */
const NOBODY = words(
  'the family household familie familia famille residence estate trust inc llc llp ltd corp co gmbh & + and und et or',
);

const INITIAL = /^\p{L}\.?$/u;
/** 'Wm.', a digit, a bracket; and scripts in which the last name comes first. */
const UNKNOWN =
  /^(?:\p{L}{2,}\.$|[^\p{L}]|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])/u;

const bare = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{M}\d&+-]/gu, '');
const isTitle = (word: string) => TITLES.has(word.toLowerCase()) || TITLES.has(bare(word));
const isNobody = (word = '') => NOBODY.has(bare(word));
/** 'Dr.Jane' is two. */
const wordsOf = (part: string) => part.split(/\s+|(?<=\p{L}{2}\.)(?=\p{L})/u).filter(Boolean);

/** Whether all of a part is known to stand behind a name: 'Jr.', 'MD PhD', 'M. D.', 'PA-C'. */
function isSuffix(part: string): boolean {
  const isKnown = (word: string) => SUFFIXES.has(bare(word).replaceAll('-', ''));
  return isKnown(part) || part.split(/[\s/&]+/).every(isKnown);
}

function without(words: readonly string[], isDropped: (word: string) => boolean): string[] {
  const kept = words.findIndex((word) => !isDropped(word));
  return kept === -1 ? [] : words.slice(kept);
}

/** 'Smith', 'Smith Jr.', 'de la Cruz'. */
function isLastName(part: string): boolean {
  const [last, ...behind] = without(wordsOf(part), (word) => PARTICLES.has(word.toLowerCase()));
  return last !== undefined && behind.every(isSuffix);
}

/** The first name in a part of a name, if it is known to be one; `mayBeLast` says whether a last name may stand there alone. */
function firstIn(part: string, mayBeLast: boolean): string | undefined {
  const all = wordsOf(part);
  const named = without(without(all, isTitle), (word) => INITIAL.test(word));
  const [first, ...more] = named;
  if (first === undefined || UNKNOWN.test(first)) return undefined;
  if (isTitle(first) || [all[0], first, named.at(-1)].some(isNobody)) return undefined;
  // 'Dr. Smith' and 'J. Smith' do not say it.
  const isAlone = more.every(isSuffix);
  return isAlone && mayBeLast ? undefined : first;
}

/**
 * What to call somebody (SPEC §2): Jane for 'Jane Smith', 'Smith, Jane', 'Prof Jane Smith' and 'Jane Smith, MD'. The whole
 * name where nobody can tell: 'J. Smith', 'Dr. Smith', 'Jane Smith, Tucson'.
 */
export function firstNameOf(name: string): string {
  const whole = name.trim().replaceAll(/\s+/g, ' ');
  const written = whole
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const [head = '', ...tail] = written.filter((part, at) => at === 0 || !isSuffix(part));
  const [given] = tail;
  if (given !== undefined) {
    const isTurned = tail.length === 1 && isLastName(head);
    return (isTurned ? firstIn(given, false) : undefined) ?? whole;
  }
  const isShort = written.length > 1 || wordsOf(head).length > 1;
  return firstIn(head, isShort) ?? (written.length > 1 ? whole : head);
}
