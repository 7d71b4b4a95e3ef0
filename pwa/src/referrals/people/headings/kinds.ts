import { whoseOf, withoutWhose } from './whose.ts';
import { withoutAnybodys, withoutGlue, wordsOf } from './words.ts';

/**
 * What a heading says, whoever it is about. `thing` is no field of ours; `name` may be a whole name or a part of one,
 * `place` (Home, Work) a phone or anything else: their cells decide. `who` names a person and no field: 'Friend'.
 */
export type Kind =
  | 'refusal'
  | 'permission'
  | 'email'
  | 'thing'
  | 'full'
  | 'name'
  | 'first'
  | 'last'
  | 'mobile'
  | 'phone'
  | 'place'
  | AddressPart
  | 'who'
  | 'unknown';

export type AddressPart = (typeof ADDRESS_PARTS)[number];
export const ADDRESS_PARTS = ['zip', 'country', 'state', 'city', 'street', 'address'] as const;

/** Words in English, Spanish, German, French and Portuguese, without accents. */
const WORDS: Readonly<Record<Exclude<Kind, 'unknown'>, string>> = {
  refusal:
    '(do not|don ?t|no) (call|contact|e ?mail|mail|text|sms|solicit|market|disturb)(s|ing)?(?! (before|after|until|between|times?)\\b)|dnc|opt(ed)? ?out|unsub\\w*|bl(o|a)cklist\\w*|kontaktverbot|kontaktsperre|werbesperre|nicht (anrufen|kontaktieren)|no (llamar|contactar)|ne pas (appeler|contacter)|nao (ligar|contatar|contactar)',
  permission:
    'permission|permiso|permissao|consent\\w*|agreed|opt(ed)? ?in|einwilligung|zustimmung|autoriza\\w*|((can|may) (we|i)|okay to|ok to) (call|contact|e ?mail|text|reach)',
  email: 'e ?mail\\w*|mail|mailadresse|correo|courriel',
  thing:
    '(ad|ad ?set|campaign|project|deal|opportunity|form|utility|plan|pipeline|site|building|business|school|hoa|board|item|store|branch|survey|collector|source|program|product|model) (name|title)|(office|meeting) location|phonetic|yomi|company|account|organi[sz]ation|employer|firma|empresa|entreprise|societe|domain|user|nick|middle|maiden|prefix|suffix|file|fax|pager|telex|isdn|tty|radio|callback|label|type|status|country code|extension|ip|web|event|product|campaign|list|profile|url|date|id|order|ticket|invoice',
  full: '((full|complete|display|contact|person|billing|shipping|legal) )+names?|names? (of|and)( .*)?|names? first (and )?last|first (and )?last names?|nombres? completos?|nombres? y apellidos?|nom complet|nom (et )?prenoms?|prenoms? (et )?noms?|nome completo|nome e sobrenome|vor (und )?(nach|zu)name|(vollstandiger|voller|ganzer) name',
  name: 'names?|nombre|nom|nome',
  first:
    '(.* )?(first|given|fore|christian) ?names?( first)?|(names? )?(first|given)|f ?name|vorname|rufname|prenoms?|nombres|primer nombre|nombre de pila|primeiro nome|nome proprio',
  last: '(.* )?(last|family|sur) ?names?( last)?|(names? )?(last|family)|l ?name|nachname|familienname|zuname|nom de famille|sobrenomes?|ultimo nome|apelidos?|(.* )?apellidos?( .*)?',
  mobile:
    '^sms$|sms (number|phone)|cell|cellular|cellphone|movil|celular|handy\\w*|mobil\\w*|portable|telemovel|whatsapp',
  phone: 'phones?|landline|telephones?|tel|telefon\\w*|rufnummer|fon|festnetz|fixe|fijo',
  place:
    '(home|work|office|main|primary|other|private|privat|geschaftlich|casa|trabajo|trabalho|domicile|travail|bureau)( \\d+)?',
  zip: 'zip ?code|zip|post(al)? ?code|postal(?! address)|(code|codigo) postal|plz|postleitzahl|cp|cep|pin ?code',
  country: 'country|pais|land|pays',
  state:
    'state|st( code)?$|province|region|county|provincia|estado|bundesland|kanton|departement|departamento|distrito',
  city: 'city|town|suburb|locality|ciudad|localidad|municipio|poblacion|ort|stadt|wohnort|ville|commune|cidade|localidade|concelho',
  street:
    'street|strasse\\w*|str|calle|rue|rua|logradouro|hausnummer|house (number|no)|apt|apartment|suite|unit|bairro|colonia|extended|voie|complement|po box|postfach|line',
  address: 'address(es)?|addr|adress\\w*|anschrift|direccion|domicilio|endereco|morada|formatted',
  who: 'contacts?|(contact )?person|people|contactos?|kontakte?|contatos?',
};

/** Their words are the whole heading; 'Account name' and 'Name day' are no names. */
const WHOLE: readonly string[] = ['full', 'name', 'first', 'last', 'place', 'who'];

/** In this order: 'E-mail address' is an email. */
const PATTERNS = (Object.entries(WORDS) as [Kind, string][]).map(
  ([kind, words]) =>
    [kind, new RegExp(WHOLE.includes(kind) ? `^(?:${words})$` : `\\b(?:${words})\\b`)] as const,
);

export function kindOf(heading: string): Kind {
  const words = wordsOf(heading);
  const bare = withoutWhose(words);
  const plain = withoutGlue(bare);
  const found = PATTERNS.find(([, pattern]) => pattern.test(bare) || pattern.test(plain));
  if (found) return found[0];
  return plain === '' && whoseOf(heading).party ? 'who' : 'unknown';
}

/** The words of a heading besides its field, by which it may be somebody's: 'coach' of 'Coach phone'; else empty. */
export function strangeWords(heading: string): string {
  const plain = withoutWhose(wordsOf(heading)).replaceAll(FIELDS, ' ');
  return withoutGlue(withoutAnybodys(withoutGlue(plain).replaceAll(FIELDS, ' ')));
}

/** The fields of a person but the address, whose words may stand anywhere here. */
const FIELDS = new RegExp(
  `\\b(?:${(['email', 'first', 'last', 'mobile', 'phone', 'place'] as const)
    .map((kind) => WORDS[kind].replaceAll(/\(\.\* \)\?|\( \.\*\)\?/g, ''))
    .join('|')})\\b`,
  'g',
);

/** Whether it says email and no more, whoever's it is: a form's own 'Email Address', 'Your email'. */
export const isBareEmail = (heading: string) =>
  /^(?:e ?mail|mail|correo|courriel)(?: address| electronico)?$/.test(
    withoutGlue(withoutWhose(wordsOf(heading))),
  );

export const NAME_KINDS: readonly Kind[] = ['full', 'name', 'first', 'last', 'who'];

/** Whether it says name, of whoever it may be. */
export const saysName = (heading: string) =>
  /\b(?:names?|nombre|nom|nome)\b/.test(wordsOf(heading));

const PARTS = [...ADDRESS_PARTS.map((part) => WORDS[part]), 'code'].join('|');
const PART = new RegExp(`\\b(?:${PARTS})\\b`, 'g');

/** Headings that may hold a whole address, if their cells do: 'Property', 'Job Site', 'Location'. */
export const saysPlace = (heading: string) =>
  /\b(?:locations?|propert(?:y|ies)|home|house|residences?|sites?|premises|ubicacion|standort|vivienda)\b/.test(
    wordsOf(heading),
  );

/** What a heading of an address says besides a part of it and the place. */
const FILLER =
  /\b(?:locations?|ubicacion|standort|or|and|y|e|et|und|name|number|num|no|nr|full|complete|details?|info|information|please|enter)\b/g;

const barePart = (heading: string) => withoutGlue(withoutWhose(wordsOf(heading)));

/** Which of several places a part is of: 'home' for 'Home Street 2' and 'Home Country/Region', '' if nothing says it. */
export const placeWords = (heading: string) =>
  barePart(heading)
    .replace(/ \d+$/, '')
    .replaceAll(PART, ' ')
    .replaceAll(FILLER, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // 'Street line 1 - Home'; 'Address 1 - Street' has nothing else.
    .replaceAll(/^\d+ (?=\p{L})|(?<=\p{L}) \d+(?= |$)/gu, '');

/** Which part it is, and its number: 'street' and '2' for 'Home Street 2'. */
export function partWords(heading: string): { base: string; number: string } {
  const words = barePart(heading);
  return { base: (words.match(PART) ?? []).join(' '), number: /\b\d+\b/.exec(words)?.[0] ?? '' };
}
