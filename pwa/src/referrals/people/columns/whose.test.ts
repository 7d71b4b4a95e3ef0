import { expect, test } from 'vitest';
import { readPeople } from '../read-people.ts';
import type { Chosen } from './read-sheet.ts';

/** A file as it was read, with its questions beside its people. */
function read(text: string, chosen: Chosen = {}) {
  const { questions, ...who } = readPeople({ kind: 'csv', text, chosen });
  return { ...who, ...questions! };
}

/** A cell by its sign: small letters are of whoever the row is about, capitals of somebody else, digits of a third. */
const CELLS: Readonly<Record<string, string>> = {
  n: 'Bob Friend',
  f: 'Bob',
  l: 'Friend',
  e: 'bob@friend.example',
  p: '520-555-0117',
  a: '5 Oak Ave',
  c: 'Mesa',
  N: 'Ann Asker',
  F: 'Ann',
  L: 'Asker',
  E: 'ann@asker.example',
  P: '602-555-0123',
  A: '1 Sun St',
  2: 'Cy Kim',
  3: 'cy@kim.example',
  4: '480-555-0144',
  t: '11/20/2026 9:30:00',
  i: '12345',
  y: 'Web form',
  s: 'Open',
  b: 'Yes',
};

/** Headings, the signs of the cells below, and which signs are read of them; 'ask' if it cannot be told. */
type Row = readonly [headings: string, cells: string, read: string];

const REFERRAL_FORMS: readonly Row[] = [
  ["Your Name,Your Email,Friend's Name,Friend's Email,Friend's Phone", 'NEnep', 'nep'],
  ['Your Name,Your Email,Friend’s Name,Friend’s Email', 'NEne', 'ne'],
  ['Customer Name,Customer Email,Friend Name,Friend Email,Friend Phone', 'NEnep', 'nep'],
  ['Friend Name,Friend Email,Your Name,Your Email', 'neNE', 'ne'],
  ["Your Name,Your Phone,Friend's Name,Friend's Email", 'NPne', 'ne'],
  ["Friend's Name,Your Email,Friend's Phone,Your Name", 'nEpN', 'ask'],
  ['Your Name,Email,Phone,Friend’s Name,Email,Phone', 'NEPnep', 'nep'],
  ['Name,Email,Phone,Friend’s Name,Friend’s Email,Friend’s Phone', 'NEPnep', 'nep'],
  ['Your Name,Friend’s Name,Email,Phone', 'Nnep', 'ask'],
  ['Name,Email,Friend’s Email', 'NEe', 'ask'],
  ['Name,Email,Phone,Friend’s Name', 'NEPn', 'ask'],
  ['Email,Friend’s Name,Friend’s Phone', 'Enp', 'ask'],
  [
    'Friend’s First Name,Friend’s Last Name,Friend’s Email,Your First Name,Your Last Name',
    'fleFL',
    'fle',
  ],
  [
    'Your Name (First),Your Name (Last),Your Email,Friend (First),Friend (Last),Friend Email',
    'FLEfle',
    'fle',
  ],
  ['Referrer Name,Referrer Email,Referred Name,Referred Email,Referred Phone', 'NEnep', 'nep'],
  [
    'Referrer First Name,Referrer Last Name,Referrer Email,Referral First Name,Referral Last Name,Referral Email',
    'FLEfle',
    'fle',
  ],
  ['Advocate Name,Advocate Email,Friend Name,Friend Email', 'NEne', 'ne'],
  ['Ambassador,Ambassador Email,Referee,Referee Email,Referee Phone', 'NEnep', 'nep'],
  ['Member Name,Member Email,Invitee Name,Invitee Email', 'NEne', 'ne'],
  ['Nominator Name,Nominator Email,Nominee Name,Nominee Email', 'NEne', 'ne'],
  ['Employee Name,Employee Email,Candidate Name,Candidate Email,Candidate Phone', 'NEnep', 'nep'],
  ['Neighbor Name,Neighbor Email,Neighbor Address,My Name,My Address', 'neaNA', 'nea'],
  ['Your Name,Your Email,Their Name,Their Email,Their Phone', 'NEnep', 'nep'],
  [
    'Your Name,Your Email,Name of the person you are referring,Their email,Their phone',
    'NEnep',
    'nep',
  ],
  ['Referred By,Name,Email,Phone', 'Nnep', 'nep'],
  ['Name,Email,Phone,Referred By,Referred By Email', 'nepNE', 'nep'],
  ['Name,Email,Referring Customer,Referring Customer Email', 'neNE', 'ne'],
  ['Name,Email,Phone,Who referred you?,Their phone', 'nepNP', 'nep'],
  ['Name,Email,Name of friend who referred you,Email of friend who referred you', 'neNE', 'ne'],
  ['Name,Email,Referral Source Name,Referral Source Email', 'neNE', 'ne'],
  ['Name,Email,Referral Name,Referral Email', 'NEne', 'ask'],
  [
    'Your Name,Your Email,Friend 1 Name,Friend 1 Email,Friend 2 Name,Friend 2 Email',
    'NEne23',
    'ask',
  ],
  ['Friend Name 1,Friend Email 1,Friend Name 2,Friend Email 2', 'ne23', 'ask'],
  ['Friend Name,Friend Email,Friend Name,Friend Email', 'ne23', 'ask'],
  [
    'Your name,1st friend’s name,1st friend’s email,2nd friend’s name,2nd friend’s email',
    'Nne23',
    'ask',
  ],
  ['Name,Email,Phone,Name,Email,Phone', 'NEPnep', 'ask'],
  ['Name,Email,Name.1,Email.1', 'NEne', 'ask'],
  ['Name,Email,Mate’s Name,Mate’s Email', 'NEne', 'ask'],
  ['Your Name,Your Email,Customer Name,Customer Email', 'NEne', 'ask'],
  ['Name,Email,Customer Name,Customer Email', 'NEne', 'ask'],
  ['Your Name,Your Email,Your Phone', 'nep', 'nep'],
  ['your-name,your-email,your-phone,your-message', 'nepy', 'nep'],
  ['Referrer Name,Referrer Email', 'NE', 'ask'],
  [
    'Name of person referring,Email of person referring,Name of person being referred,Email of person being referred',
    'NEne',
    'ne',
  ],
  ['Referred By (Name),Referred By (Email),Referral (Name),Referral (Email)', 'NEne', 'ne'],
  [
    'Your Friends Full Name,Your Friends Email Address,Your Full Name,Your Email Address',
    'neNE',
    'ne',
  ],
  ['Your Name,Your Email,Address,Friend’s Name,Friend’s Email,Address', 'NEAnea', 'nea'],
  ['Address,Friend’s Name,Friend’s Email,Your Name,Your Email', 'AneNE', 'ask'],
  ['Name,Email,Phone,Address,Friend’s name,Friend’s email', 'NEPAne', 'ne'],
  ['Submitter Name,Submitter Email,Name,Email,Phone', 'NEnep', 'nep'],
  ['Sender Name,Sender Email,Recipient Name,Recipient Email', 'NEne', 'ne'],
  [
    'Existing Customer Name,Existing Customer Email,New Customer Name,New Customer Email',
    'NEne',
    'ask',
  ],
  ['Customer Name,Customer Email,Referred Name,Referred Email', 'NEne', 'ask'],
  [
    'Your Name,Your Email,Friend’s Name,Friend’s Email,Colleague’s Name,Colleague’s Email',
    'NEne23',
    'ask',
  ],
  [
    'Your Name,Referral #1 Name,Referral #1 Email,Referral #2 Name,Referral #2 Email',
    'Nne23',
    'ask',
  ],
  ['Name,Email (yours),Email (friend)', 'nEe', 'ask'],
  ['Your Name,Your Email,Mate’s Email', 'NEe', 'ask'],
  ['Full Name,Your Email,Your Phone', 'nep', 'nep'],
  ['Name,Phone,Address,Your Email', 'npaE', 'ask'],
  ['referredName,referredEmail,referrerName,referrerEmail', 'neNE', 'ne'],
  ['friend_name,friend_email,user_name,user_email', 'neNE', 'ne'],
];

const SURVEYS: readonly Row[] = [
  ["Timestamp,Email Address,Friend's name,Friend's email,Friend's phone", 'tEnep', 'nep'],
  ["Timestamp,Email Address,Friend's name,Friend's phone", 'tEnp', 'ask'],
  ['Timestamp,Email Address,Homeowner Name,Homeowner Phone', 'tEnp', 'ask'],
  ['Timestamp,Email Address,Name,Email,Phone', 'tEnep', 'ask'],
  [
    'Timestamp,What is your name?,What is your email?,What is your friend’s name?,What is your friend’s email?',
    'tNEne',
    'ne',
  ],
  [
    '#,What’s your name?,Who would you like to refer?,What’s their email?,What’s their phone number?,Start Date (UTC),Network ID',
    'iNnepti',
    'nep',
  ],
  [
    'Respondent ID,Collector ID,Start Date,Email Address,First Name,Last Name,Your friend’s name,Your friend’s email',
    'iitEFLne',
    'ne',
  ],
  [
    'Submission Date,Full Name,E-mail,Phone Number,Friend’s Full Name,Friend’s E-mail,Friend’s Phone Number',
    'tNEPnep',
    'nep',
  ],
  ['Submission Date,First Name,Last Name,E-mail,Phone Number', 'tflep', 'flep'],
  ['Q1. Your name,Q2. Your email,Q3. Friend’s name,Q4. Friend’s email', 'NEne', 'ne'],
  [
    'Submitted By,Submitter Email,Homeowner First Name,Homeowner Last Name,Homeowner Email',
    'NEfle',
    'fle',
  ],
  ['Name,Email,Phone number where we can call', 'nep', 'nep'],
  ['Score,Timestamp,Username,Friend name,Friend email', 'itEne', 'ne'],
  [
    'Who are you?,Your email,Who do you want to refer?,What is their email?,Their phone',
    'NEnep',
    'nep',
  ],
  ['Is your friend a homeowner?,Friend’s name,Friend’s email,Your name', 'bneN', 'ne'],
  ['Name,Email,Are you a customer?,Phone', 'nebp', 'nep'],
  [
    'Timestamp,Email,Full Name,Phone,Who referred you? (name),Who referred you? (email)',
    'tenpNE',
    'nep',
  ],
];

const SALES_LISTS: readonly Row[] = [
  ['Homeowner Name,Homeowner Email,Sales Rep,Sales Rep Email', 'neNE', 'ne'],
  ['Sales Rep Name,Sales Rep Email,Customer Name,Customer Email,Customer Phone', 'NEnep', 'nep'],
  ['Homeowner,Email,Phone,Installer Name,Installer Email', 'nepNE', 'nep'],
  ['Installer,Installer Phone,Home Owner Name,Home Owner Email', 'NPne', 'ne'],
  ['Tenant Name,Tenant Email,Homeowner Name,Homeowner Email', 'NEne', 'ne'],
  ['Owner Name,Owner Email,Tenant Name,Tenant Email', 'neNE', 'ask'],
  ['Prospect,Email,Phone,Agent,Agent Phone', 'nepNP', 'nep'],
  ['Lead Name,Email,Phone,Referred By', 'nepN', 'nep'],
  ['Customer Name,Email,Phone,Spouse Name,Spouse Email', 'nepNE', 'nep'],
  ['Name,Email,Phone,Landlord Name,Landlord Phone', 'nepNP', 'nep'],
  ['Lead Name,Lead Email,Customer Name,Customer Email', 'neNE', 'ask'],
  ['Name,Coach Email,Phone', 'nEp', 'ask'],
  ['Name,Email,Coach Phone', 'neP', 'ask'],
  ['First Name,MI,Last Name,Email,Best Phone', 'fslep', 'flep'],
  [
    'Primary Contact Name,Primary Contact Email,Secondary Contact Name,Secondary Contact Email',
    'neNE',
    'ne',
  ],
  ['Customer,Customer Address,Customer Email,Referrer,Referrer Address', 'naeNA', 'nea'],
  ['Name,Phone,Spouse,Spouse Phone,Email', 'npNPe', 'npe'],
  ['Contact Person,Company,Company Email,Company Phone', 'nyEP', 'ask'],
  ['Full Name,Personal Email,Company Email,Work Phone', 'neEp', 'nep'],
  ['Billing Name,Billing Email,Shipping Name,Shipping Phone', 'neNP', 'ask'],
  ['Created At,Created By,Lead Name,Email,Phone', 'tNnep', 'nep'],
  ['Owner 1 Name,Owner 2 Name,Email,Phone', 'nNep', 'ask'],
  ['Owner 1 First Name,Owner 1 Last Name,Email,Phone', 'flep', 'flep'],
  [
    'Owner 1 First Name,Owner 1 Last Name,Owner 2 First Name,Owner 2 Last Name,Email,Phone',
    'flFLep',
    'ask',
  ],
  ['Owner First Name,Owner Last Name,Email,Phone', 'flep', 'ask'],
  ['Owner 1 Name,Property Address,Email,Phone', 'naep', 'naep'],
  [
    'Owner 1 First Name,Owner 1 Last Name,Owner 1 Email,Owner 2 First Name,Owner 2 Last Name,Owner 2 Email',
    'fleFLE',
    'ask',
  ],
  ['Contact 1 Name,Contact 1 Email,Contact 2 Name,Contact 2 Email', 'ne23', 'ask'],
  ['Name,Email Id,Mobile No.', 'nep', 'nep'],
  ['Rep,Rep Email,Friend,Friend Email,Customer,Customer Email', 'NEne23', 'ne'],
];

const CRMS: readonly Row[] = [
  // Salesforce.
  ['Lead Owner,First Name,Last Name,Email,Phone,Lead Source,Created By', 'NflepyN', 'flep'],
  ['Contact Name,Account Name,Phone,Email,Contact Owner Alias', 'nypeN', 'nep'],
  // HubSpot.
  [
    'Record ID,First Name,Last Name,Contact owner,Email,Phone Number,Lead Status',
    'iflNeps',
    'flep',
  ],
  // Zoho.
  ['Record Id,Lead Owner.id,Lead Owner,Lead Name,Email,Mobile', 'iiNnep', 'nep'],
  ['Lead Name,Lead Owner,Email,Phone', 'nNep', 'nep'],
  // Pipedrive.
  [
    'Person - Name,Person - Email - Work,Person - Phone - Mobile,Deal - Title,Deal - Owner',
    'nepyN',
    'nep',
  ],
  // Jobber.
  ['Client Name,Client Phone,Client Email,Service Property,Salesperson', 'npeaN', 'nepa'],
  // Enerflo.
  [
    'Customer First Name,Customer Last Name,Customer Email,Customer Phone,Setter,Setter Email,Closer',
    'flepNE2',
    'flep',
  ],
  // Aurora.
  [
    'Project Name,Customer First Name,Customer Last Name,Customer Email,Customer Phone,Property Address,Assigned To,Assignee Email',
    'yflepaNE',
    'flepa',
  ],
  // GoHighLevel.
  [
    'Contact Id,First Name,Last Name,Phone,Email,Assigned User,Assigned To Email',
    'iflpeNE',
    'flep',
  ],
  ['Opportunity Name,Contact Name,phone,email,pipeline,stage,assigned', 'ynpeysN', 'nep'],
  // Monday.
  ['Name,Person,Status,Email,Phone', 'nNsep', 'nep'],
  ['Lead Name,First Name,Last Name,Email,Phone', 'nflep', 'nep'],
  ['Customer,E-mail,Phone,Sales Consultant,Consultant E-mail', 'nepNE', 'nep'],
  ['Name,Email,Phone,Referral Partner,Referral Source', 'nepNy', 'nep'],
];

const LANGUAGES: readonly Row[] = [
  [
    'Ihr Name,Ihre E-Mail,Name des Freundes,E-Mail des Freundes,Telefon des Freundes',
    'NEnep',
    'nep',
  ],
  ['Dein Name,Deine E-Mail,Name deines Freundes,E-Mail deines Freundes', 'NEne', 'ne'],
  ['Empfehler Name,Empfehler E-Mail,Empfohlener Name,Empfohlener E-Mail', 'NEne', 'ne'],
  ['Vorname,Nachname,E-Mail,Berater,Berater E-Mail', 'fleNE', 'fle'],
  ['Su nombre,Su correo,Nombre del amigo,Correo del amigo,Teléfono del amigo', 'NEnep', 'nep'],
  [
    'Nombre del referente,Correo del referente,Nombre del referido,Correo del referido',
    'NEne',
    'ne',
  ],
  ['Nombre,Apellidos,Correo,Vendedor,Correo del vendedor', 'fleNE', 'fle'],
  ['Votre nom,Votre e-mail,Nom de votre ami,E-mail de votre ami', 'NEne', 'ne'],
  ['Parrain,E-mail du parrain,Filleul,E-mail du filleul', 'NEne', 'ne'],
  ['Seu nome,Seu e-mail,Nome do amigo,E-mail do amigo', 'NEne', 'ne'],
  ['Nimi,Sähköposti,Ystävän nimi,Ystävän sähköposti', 'NEne', 'ask'],
  ['Absender,Absender E-Mail,Empfänger,Empfänger E-Mail', 'NEne', 'ne'],
  ['Name,Email,Kumpel,Kumpel E-Mail', 'NEne', 'ask'],
  ['Name,Vorname,E-Mail,Telefon,Freund Name,Freund E-Mail', 'LFEPne', 'ne'],
  ['Hausbesitzer,E-Mail,Telefon,Mieter', 'nepN', 'nep'],
  ['Vollständiger Name,Beste E-Mail,Telefonnummer', 'nep', 'nep'],
  ['Wer,Wohin,Wen,Und wohin', 'NEne', 'ask'],
];

const TABLES = [...REFERRAL_FORMS, ...SURVEYS, ...SALES_LISTS, ...CRMS, ...LANGUAGES];

const rowOf = (cells: string) => [...cells].map((sign) => `"${CELLS[sign] ?? ''}"`).join(',');
const textOf = (signs: string, among: string) =>
  [...signs].flatMap((sign) => (among.includes(sign) ? (CELLS[sign] ?? []) : [])).join(' ') || null;

/** Of whom a text is; undefined for nobody's. */
const castOf = (text: string | null | undefined) => {
  const sign = Object.keys(CELLS).find(
    (one) => CELLS[one] === text || text?.startsWith(`${CELLS[one]} `),
  );
  if (!sign) return undefined;
  return /[a-z]/.test(sign) ? 'small' : /[A-Z]/.test(sign) ? 'capital' : 'digit';
};

test.each(TABLES)('%s (%s): %s', (headings, cells, wanted) => {
  const { people, isUnsure, notes } = read(`${headings}\n${rowOf(cells)}`);
  expect(isUnsure).toBe(wanted === 'ask');
  if (wanted === 'ask') {
    // Whatever is read meanwhile is one person's.
    const casts = people.flatMap(({ name, email, phone }) =>
      [name, email, phone].flatMap((text) => castOf(text) ?? []),
    );
    expect(new Set(casts).size).toBeLessThan(2);
    expect(notes[0]).toContain('choose');
    return;
  }
  expect(people).toMatchObject([
    {
      name: textOf(wanted, 'nfl'),
      email: textOf(wanted, 'e'),
      phone: textOf(wanted, 'p'),
      address: textOf(wanted, 'a'),
    },
  ]);
});

test('the columns of a person may stand in any order', () => {
  const columns = [
    ['Your Name', 'N'],
    ['Your Email', 'E'],
    ["Friend's Name", 'n'],
    ["Friend's Email", 'e'],
    ["Friend's Phone", 'p'],
  ] as const;
  for (let turn = 0; turn < columns.length; turn += 1) {
    const turned = [...columns.slice(turn), ...columns.slice(0, turn)];
    for (const order of [turned, turned.toReversed()]) {
      const head = order.map(([heading]) => heading).join(',');
      const text = `${head}\n${rowOf(order.map(([, sign]) => sign).join(''))}`;
      expect(read(text), head).toMatchObject({
        isUnsure: false,
        people: [{ name: CELLS['n'], email: CELLS['e'], phone: CELLS['p'] }],
      });
    }
  }
});

test.each(['NEne', 'NEnep', 'nepNEP', 'NEnp', 'NPne', 'NnEe', 'NEpn', 'iNEne'])(
  'without headings, two people in a line are asked about: %s',
  (cells) => {
    expect(read(rowOf(cells))).toMatchObject({ isUnsure: true, people: [] });
  },
);
