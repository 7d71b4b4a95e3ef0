import { foldText } from '@sunloop/shared-types';

/**
 * What a heading says. `theirs` is about somebody else (an owner, an assistant), `thing` about no field of ours; `name`
 * may be a whole name or a part of one, `place` (Home, Work) a phone or anything else: their cells decide.
 */
export type Kind =
  | 'permission'
  | 'theirs'
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

type AddressPart = (typeof ADDRESS_PARTS)[number];
export const ADDRESS_PARTS = ['zip', 'country', 'state', 'city', 'street', 'address'] as const;

/** Words in English, Spanish, German, French and Portuguese, without accents. */
const WORDS: Readonly<Record<Exclude<Kind, 'unknown'>, string>> = {
  permission: 'permission|permiso|permissao|consent\\w*|agreed|opt ?in|einwilligung|zustimmung',
  theirs:
    'owner|manager|assistant|spouse|partner|child(ren)?|referred|referrer|emergency|created|modified|updated|assigned|agent|rep|responsable|responsavel|propietario|proprietario|besitzer|bearbeiter',
  email: 'e ?mail\\w*|mail|mailadresse|correo|courriel',
  thing:
    'phonetic|yomi|company|account|organi[sz]ation|employer|firma|empresa|entreprise|societe|domain|user|nick|middle|maiden|prefix|suffix|file|fax|pager|telex|isdn|tty|radio|callback|label|type|status|country code|extension|ip|web|event|product|campaign|list|profile|url|date|id|order|ticket|invoice',
  full: '((full|complete|display|contact|customer|client|lead|person|friends?( s)?|your|referral|prospect|member|guest|attendee|recipient|homeowner|billing|shipping) )+names?|names? (of|first|and|last).*|first (and )?last names?|nombres? completos?|nombres? y apellidos?|nom complet|nom (et )?prenoms?|prenoms? (et )?noms?|nome completo|nome e sobrenome|vor (und )?(nach|zu)name|(vollstandiger|voller|ganzer) name',
  name: 'names?|nombre|nom|nome',
  first:
    '(.* )?(first|given|fore) ?names?|first|given|f ?name|vorname|rufname|prenoms?|nombres|primer nombre|nombre de pila|primeiro nome|nome proprio',
  last: '(.* )?(last|family|sur) ?names?|last|l ?name|nachname|familienname|zuname|nom de famille|sobrenomes?|ultimo nome|apelidos?|(.* )?apellidos?( .*)?',
  mobile: 'cell|cellular|cellphone|movil|celular|handy\\w*|mobil\\w*|portable|telemovel|whatsapp',
  phone: 'phones?|telephones?|tel|telefon\\w*|rufnummer|fon|festnetz|fixe|fijo',
  place:
    '(home|work|office|main|primary|other|private|privat|geschaftlich|casa|trabajo|trabalho|domicile|travail|bureau)( \\d+)?',
  zip: 'zip ?code|zip|post(al)? ?code|(code|codigo) postal|plz|postleitzahl|cp|cep|pin ?code',
  country: 'country|pais|land|pays',
  state:
    'state|province|region|county|provincia|estado|bundesland|kanton|departement|departamento|distrito',
  city: 'city|town|suburb|locality|ciudad|localidad|municipio|poblacion|ort|stadt|wohnort|ville|commune|cidade|localidade|concelho',
  street:
    'street|strasse\\w*|str|calle|rue|rua|logradouro|hausnummer|house (number|no)|apt|apartment|suite|unit|bairro|colonia|extended|po box|postfach|line',
  address: 'address(es)?|addr|adress\\w*|anschrift|direccion|domicilio|endereco|morada|formatted',
  who: 'contacts?|customers?|clients?|friends?|person|people|leads?|prospects?|homeowners?|contactos?|clientes?|amigos?|kontakte?|kunden?|freunde?|contatos?|amis?',
};

/** Their words are the whole heading; 'Account name' and 'Name day' are no names. */
const WHOLE: readonly string[] = ['full', 'name', 'first', 'last', 'place', 'who'];

/** In this order: 'E-mail address' is an email, and 'Assistant's phone' nobody's of ours. */
const PATTERNS = (Object.entries(WORDS) as [Kind, string][]).map(
  ([kind, words]) =>
    [kind, new RegExp(WHOLE.includes(kind) ? `^(?:${words})$` : `\\b(?:${words})\\b`)] as const,
);

export function kindOf(heading: string): Kind {
  const words = wordsOf(heading);
  return PATTERNS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'unknown';
}

const PARTS = [...ADDRESS_PARTS.map((part) => WORDS[part]), 'code'].join('|');
const PART = new RegExp(`\\b(?:${PARTS})\\b`, 'g');

/** Which of several addresses a part belongs to: 'home' for 'Home Street 2' and 'Home Country/Region'. */
export function addressGroup(heading: string): string {
  return wordsOf(heading).replace(/ \d+$/, '').replaceAll(PART, '').replaceAll(/\s+/g, ' ').trim();
}

/** A heading as plain words: 'firstName', 'First_Name' and ' FIRST NAME: ' are one, and 'Straße' is 'strasse'. */
function wordsOf(heading: string): string {
  const apart = heading.replaceAll(/(\p{Ll})(?=\p{Lu})|(\p{L})(?=\d)/gu, '$& ');
  return foldText(apart)
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();
}
