import { type Receipt, RECEIPTS_PAGE } from '@sunloop/shared-types/referrals/receipts.ts';
import type { ReceiptFacts } from './service.ts';

export interface Page {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly text: string;
}

const button = (words: string) =>
  `<div><button type="submit" class="button" data-variant="primary" data-size="md"><span>${words}</span></button></div>`;

const FORMS = `
  <h2>Look up a code</h2>
  <form class="form" action="${RECEIPTS_PAGE}">
    <div class="text-field"><label for="code">Code</label><div class="text-field-box">
      <input id="code" name="code" required autocomplete="off" autocapitalize="characters" spellcheck="false" /></div></div>
    ${button('Look it up')}
  </form>
  <h2>Verify a whole receipt</h2>
  <p>Paste it from a saved file or as it was copied: one long word that begins with “eyJ”.</p>
  <form class="form" method="post" action="${RECEIPTS_PAGE}">
    <div class="text-field text-area"><label for="receipt">Receipt</label><div class="text-field-box">
      <textarea id="receipt" name="receipt" rows="6" required autocomplete="off" spellcheck="false"></textarea></div></div>
    ${button('Verify')}
  </form>`;

export const ASK: Page = {
  status: 200,
  title: 'Receipts',
  text: `<p>A receipt certifies that our server received a referral, and when. It names nobody.</p>${FORMS}`,
};

export const UNKNOWN: Page = {
  status: 404,
  title: 'No such receipt',
  text: `<p>We know no receipt with this code. Please compare it sign by sign. If you have the whole receipt, it can be verified all the same.</p>${FORMS}`,
};

export const NO_RECEIPT: Page = {
  status: 400,
  title: 'Not a receipt of ours',
  text: `<p>What was pasted is not what we signed: a sign is different, or a part is missing. Please copy all of it, from “eyJ” to its end.</p>${FORMS}`,
};

export const AWAY = {
  title: 'Receipts',
  text: '<p>This cannot be looked up right now. Please try again in a few minutes.</p>',
};

/** For whoever has the code. */
export function knownPage(facts: ReceiptFacts): Page {
  return {
    status: 200,
    title: `Receipt ${facts.code}`,
    text: `<p><strong>This receipt is valid.</strong> ${wordsOf(facts)} This page names nobody.</p>
      ${foldOf(
        facts,
        '<p>Whoever holds the receipt can compare these with it, sign by sign. To find out whether a whole receipt is as we signed it, paste it below.</p>',
      )}${FORMS}`,
  };
}

/** For whoever has the whole receipt. */
export function verifiedPage(receipt: Receipt): Page {
  return {
    status: 200,
    title: 'This receipt is genuine',
    text: `<p><strong>We signed it, and no sign of it was changed.</strong> ${wordsOf(receipt)}</p>
      ${foldOf(
        receipt,
        `<p>The fingerprint of the person and their details is ${receipt.personHash}. The app of whoever referred them compares it with what they typed.</p>`,
      )}${FORMS}`,
  };
}

const wordsOf = ({ receivedAt }: ReceiptFacts) =>
  `We received a referral on ${moment(receivedAt, 'short')}.`;

/** The facts and the signature, for whoever compares. All of it is of our own making: no sign of it needs to be escaped. */
function foldOf(facts: ReceiptFacts, more: string): string {
  const { code, referralId, takenAt, receivedAt, termsAt, keyId } = facts;
  return `<details><summary>Facts and signature</summary>
    <ul>
      <li>Code: <strong>${code}</strong></li>
      <li>Received by our server: ${moment(receivedAt)}</li>
      <li>Added, by the clock of the device: ${moment(takenAt)}</li>
      <li>Referral: ${referralId}</li>
      <li>By the <a href="/terms">terms</a> as changed on ${moment(termsAt)}</li>
      <li>Signed with our key ${keyId}</li>
    </ul>
    ${more}
  </details>`;
}

/** `Nov 28, 2026, 10:00:05 AM UTC`; short without the seconds */
function moment(time: string, timeStyle: 'medium' | 'short' = 'medium'): string {
  const format = { dateStyle: 'medium', timeStyle, timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString('en-US', format)} UTC`;
}
