import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { decodeText } from '../../../lib/decode-text.ts';
import { readPeople } from '../read-people.ts';

/** Name, email, phone and address of each row a file must give, and the lines it leaves out. */
interface Expected {
  file: string;
  people: (string | null)[][];
  leftOut?: number[];
  notes?: string[];
}

const ann = (email: string, phone: string | null, address: string | null = null) => [
  'Ann Lee',
  email,
  phone,
  address,
];

const EXPORTS: readonly Expected[] = [
  {
    file: 'google.csv',
    people: [
      ann(
        'ann.lee@example.com',
        '+1 415-555-0134 / +1 415-555-0135',
        '12 Elm St, Springfield, IL 62701, US',
      ),
      [
        'José Núñez',
        'jose@example.com',
        '(415) 555-0136',
        '5 Oak Ave, Apt 4, Dover, DE, 19901, US',
      ],
    ],
    leftOut: [7],
  },
  {
    file: 'google-before-2024.csv',
    people: [
      ['Ann Marie Lee', 'ann.lee@example.com', '+1 415-555-0134', null],
      ['Bob Ray', 'bob.ray@example.com', null, null],
    ],
  },
  {
    file: 'outlook.csv',
    people: [
      ann('ann.lee@example.com', '(617) 555-0102', '12 Elm St, Salem, MA, 01970, United States'),
      ['Bob Ray', 'bob.ray@example.com', '(617) 555-0104', '1 Main St, Lynn, MA, 01901'],
    ],
    leftOut: [4],
  },
  {
    file: 'linkedin.csv',
    people: [ann('ann.lee@example.com', null)],
    leftOut: [1, 2, 5, 7],
  },
  {
    file: 'apple-numbers.csv',
    people: [
      ann(
        'ann.lee@icloud.example',
        '(415) 555-0101',
        '12 Elm St, Apt 4, Springfield, IL, 62701, USA',
      ),
      ['Bob Ray', 'bob@work.example', '+1 (415) 555-0102', null],
    ],
    leftOut: [1],
  },
  {
    file: 'hubspot.csv',
    people: [
      ann('ann.lee@example.com', '+1 312-555-0100', 'Chicago, IL, 60601, United States'),
      ['Camille Durand', 'camille@example.com', null, 'France'],
    ],
    leftOut: [4],
  },
  {
    file: 'salesforce.csv',
    people: [
      ann(
        'ann.lee@example.com',
        '(217) 555-0102',
        '12 Elm St, Suite 400, Springfield, IL, 62701, USA',
      ),
      ['Bob Ray', 'bob.ray@example.com', '(217) 555-0104', null],
    ],
    leftOut: [7, 8, 9, 10, 11],
  },
  {
    file: 'yahoo.csv',
    people: [
      ann('ann.lee@example.com', '415-555-0101', '12 Elm St, Springfield, IL, 62701'),
      ['Bob Ray', 'bob.ray@example.com', '415-555-0103', null],
    ],
  },
  {
    file: 'mailchimp.csv',
    people: [
      ann('ann.lee@example.com', '217-555-0101', '12 Elm St  Springfield  IL  62701  US'),
      ['Bob Ray', 'bob.ray@example.com', null, null],
    ],
  },
  {
    file: 'zoho.csv',
    people: [
      ann('ann.lee@example.com', '614-555-0102', '12 Elm St, Columbus, OH, 43210'),
      ['Bob Ray', 'bob.ray@example.com', '614-555-0103', null],
    ],
  },
  {
    file: 'thunderbird.csv',
    people: [
      ann('ann.lee@example.com', '+1 415 555 0101', '12 Elm St, Apt 4, Springfield, IL, 62701'),
      ['Bob Ray', 'bob.ray@example.com', '+1 415 555 0102', null],
    ],
  },
  {
    file: 'google-forms.csv',
    people: [
      ann('ann.lee@example.com', 'before 9:30 415-555-0101', '12 Elm St, Springfield, IL 62701'),
      ['Bob Ray', 'bob.ray@example.com', '(415) 555-0102', null],
      ['Cy Kim', 'cy.kim@example.com', null, '5 Oak Ave, Dover, DE'],
    ],
  },
  {
    file: 'deutsch.csv',
    people: [
      ['Änne Müller', 'aenne@example.de', '0351 5550101', 'Sonnenweg, 5, 01067, Dresden'],
      ['Jörg Groß', 'joerg@example.de', '0151 5550102', 'Hauptstr., 7a, 10115, Berlin'],
    ],
  },
  {
    file: 'espanol.csv',
    people: [
      [
        'Ana García López',
        'ana@example.es',
        '+34 612 555 010',
        'Calle Sol 5, 2º A, 28013, Madrid, Madrid',
      ],
      ['José Núñez', 'jose@example.es', '612 555 011', null],
    ],
  },
  {
    file: 'francais.csv',
    people: [
      [
        'Élodie Durand',
        'elodie@example.fr',
        '06 55 50 01 02',
        '5, rue du Soleil, 75011, Paris, France',
      ],
      ['Luc Petit', 'luc@example.fr', '655500103', null],
    ],
    notes: ['A spreadsheet may have taken the first 0 from a phone. Please check line 3.'],
  },
  {
    file: 'portugues.csv',
    people: [
      ['João Conceição', 'joao@example.pt', '+351 912 555 010', 'Rua do Sol, 5, Lisboa, 1100-148'],
      ['Inês Sá', 'ines@example.pt', null, null],
    ],
  },
  {
    file: 'no-header.csv',
    people: [
      ann('ann.lee@example.com', '(415) 555-0101', '12 Elm St, Springfield, IL'),
      ['Bob Ray', 'bob.ray@example.com', null, '5 Oak Ave, Unit 2, Dover'],
      ['Cy Kim', 'cy.kim@example.com', '(415) 555-0103', null],
    ],
  },
  {
    file: 'title-and-total.csv',
    people: [
      ann('ann.lee@example.com', '415-555-0101'),
      ['Bob Ray', 'bob.ray@example.com', '415-555-0102', null],
      ['Cy Kim', 'cy.kim@example.com', '415-555-0103', null],
    ],
    leftOut: [1, 2, 7, 9],
  },
  {
    file: 'spoiled.csv',
    people: [
      ['Bob Ray', 'bob.ray@example.com', '4155550102', '5 Oak Ave, Dover, DE, 19901'],
      ['Di Fox', 'di.fox@example.com', null, null],
    ],
    leftOut: [2, 4],
    notes: ['A spreadsheet may have taken the first 0 from a postal code. Please check line 2.'],
  },
  {
    file: 'stray-byte.csv',
    people: [
      ['José Núñez', 'jose@example.com', '415-555-0101', null],
      ['René Roy', 'rene@example.com', '415-555-0102', null],
      ['André Dubé – Zoë', 'andre@example.com', '415-555-0103', null],
    ],
  },
  {
    file: 'facebook-leads.csv',
    people: [
      ann('ann.lee@example.com', '+14155550101', '12 Elm St, Springfield, IL, 62701'),
      ['Bob Ray', 'bob.ray@example.com', '+14155550102', '5 Oak Ave, Dover, DE, 01990'],
    ],
  },
  {
    file: 'shopify.csv',
    people: [
      ann('ann.lee@example.com', '+14155550101', '12 Elm St, Apt 4, Springfield, IL, 62701'),
      ['Bob Ray', 'bob.ray@example.com', '+14155550102', '5 Oak Ave, Dover, DE, 19901'],
    ],
  },
  {
    file: 'square.csv',
    people: [
      ann('ann.lee@example.com', '+14155550101', '12 Elm St, Apt 4, Springfield, IL, 62701'),
    ],
    leftOut: [3],
  },
  {
    file: 'constant-contact.csv',
    people: [ann('ann.lee@example.com', '415-555-0109', '12 Elm St, Springfield, IL, 62701, US')],
    leftOut: [3],
  },
  { file: 'mailchimp-unsubscribed.csv', people: [], leftOut: [2] },
  {
    file: 'klaviyo.csv',
    people: [
      ann(
        'ann.lee@example.com',
        '+14155550101',
        '12 Elm St, Apt 4, Springfield, Illinois, 62701, United States',
      ),
    ],
    leftOut: [3],
  },
  {
    file: 'pipedrive.csv',
    people: [
      ann('ann.lee@example.com', '(415) 555-0101'),
      ['Bob Ray', 'bob.ray@work.example', '(415) 555-0102', null],
    ],
  },
  {
    file: 'eventbrite.csv',
    people: [
      ann('ann.lee@example.com', '415-555-0101', '12 Elm St, Apt 4, Springfield, IL, 62701, US'),
      ['Bob Ray', 'bob.ray@example.com', null, null],
    ],
  },
  {
    file: 'typeform.csv',
    people: [
      ann('ann.lee@example.com', '+14155550101'),
      ['Bob Ray', 'bob.ray@example.com', '+14155550102', null],
    ],
  },
  {
    file: 'jotform.csv',
    people: [
      ann('ann.lee@example.com', '(415) 555-0101', '12 Elm St, Springfield, IL, 62701'),
      ['Bob Ray', 'bob.ray@example.com', null, null],
    ],
  },
  {
    file: 'stripe.csv',
    people: [
      ann('ann.lee@example.com', null, '12 Elm St, Springfield, IL, 62701, US'),
      ['Bob Ray', 'bob.ray@example.com', null, null],
    ],
  },
  {
    file: 'quickbooks.csv',
    people: [
      ann('ann.lee@example.com', '(415) 555-0101', '12 Elm St Springfield IL 62701'),
      [
        'Bob Ray',
        'bob.ray@example.com',
        '(415) 555-0103 / (415) 555-0102',
        '5 Oak Ave Dover DE 19901',
      ],
    ],
    leftOut: [1, 2, 8],
  },
  {
    file: 'icloud.vcf',
    people: [
      ann(
        'ann.lee@icloud.example',
        '(415) 555-0101',
        '12 Elm St, Apt 4, Springfield, IL 62701, USA',
      ),
    ],
    leftOut: [-2],
  },
  {
    file: 'samsung.vcf',
    people: [
      ann('ann.lee@example.com', '415-555-0101'),
      ['José Núñez', 'jose@example.com', '(415) 555-0136', null],
    ],
  },
  {
    file: 'calendly.csv',
    people: [
      ann('ann.lee@example.com', '+1 415-555-0101'),
      ['Bob Ray', 'bob.ray@example.com', null, null],
    ],
  },
  {
    file: 'wix.csv',
    people: [
      ann('ann.lee@example.com', '+1 415-555-0101', '12 Elm St, Springfield, US-IL, 62701, US'),
    ],
    leftOut: [3],
  },
  {
    file: 'gohighlevel.csv',
    people: [
      ann('ann.lee@example.com', '+14155550101'),
      ['Bob Ray', 'bob.ray@example.com', '+14155550102', null],
    ],
  },
  {
    file: 'woocommerce.csv',
    people: [
      ann('ann.lee@example.com', null, 'Springfield, IL, 62701, US'),
      ['Bob Ray', 'bob.ray@example.com', null, 'Dover, DE, 19901, US'],
    ],
  },
  { file: 'brevo.csv', people: [ann('ann.lee@example.com', '14155550101')], leftOut: [3] },
  {
    file: 'squarespace.csv',
    people: [
      ann('ann.lee@example.com', '415-555-0101', '12 Elm St, Springfield, 62701, IL, US'),
      ['Bob Ray', 'bob.ray@example.com', null, null],
    ],
  },
  {
    file: 'google.vcf',
    people: [ann('ann.lee@example.com', '+1 415-555-0101', '12 Elm St, Springfield, IL 62701, US')],
    leftOut: [-2],
  },
];

test.each(EXPORTS)('$file is understood', async ({ file, people, leftOut = [], notes = [] }) => {
  const bytes = await readFile(new URL(file, import.meta.url));
  const kind = file.endsWith('.vcf') ? 'cards' : 'csv';
  const read = readPeople({ kind, text: decodeText(new Uint8Array(bytes).buffer) });
  expect(
    read.people.map(({ name, email, phone, address }) => [name, email, phone, address]),
  ).toEqual(people);
  expect(read.leftOut.map(({ line }) => line)).toEqual(leftOut);
  expect(read.questions?.notes ?? []).toEqual(notes);
  expect(read.questions?.isUnsure ?? false).toBe(false);
});
