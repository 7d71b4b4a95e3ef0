import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailTo, type MailServer, startMailServer } from '../../test/mail-server.ts';
import type { Mail } from './mail-state.ts';
import { faultOf, post } from './transport.ts';

let smtp: MailServer;
afterEach(async () => {
  vi.useRealTimers();
  await smtp.close();
});

const LETTER = { subject: 'Test', text: 'Test', html: '<p>Test</p>', mailOff: undefined };
const send = (changes: Partial<Mail> = {}) =>
  post({ ...mailTo(smtp.url), ...changes }, { ...LETTER, to: 'ann@people.example', id: 'one' });
async function faultIn(changes: Partial<Mail> = {}): Promise<string> {
  const mail = { ...mailTo(smtp.url), ...changes };
  try {
    await send(mail);
  } catch (error) {
    return faultOf(error, mail).reason;
  }
  throw new Error('it was sent');
}

describe('A mail server without TLS', () => {
  beforeEach(async () => {
    smtp = await startMailServer('none');
  });

  test.each(['', '&requireTLS=false', '&ignoreTLS=true', '&opportunisticTLS=true'])(
    'gets neither password nor letter, whatever its URL says (%s)',
    async (more) => {
      expect(await faultIn({ smtpUrl: smtp.url + more })).toMatch(/SMTP_WITHOUT_TLS=true/);
      expect(smtp.signIns()).toBe(0);
      expect(smtp.received).toEqual([]);
    },
  );

  test('gets the letter if the operator says so', async () => {
    await send({ mayBePlain: true });
    expect(smtp.received).toMatchObject([{ isEncrypted: false }]);
  });

  test('is told apart from one that speaks it from the first byte', async () => {
    const smtpUrl = smtp.url.replace('smtp:', 'smtps:');
    expect(await faultIn({ smtpUrl })).toContain('try smtp://');
  });
});

describe('A mail server that speaks TLS from the first byte', () => {
  beforeEach(async () => {
    smtp = await startMailServer('first');
  });

  test('gets the letter by smtps', async () => {
    await send({ smtpUrl: smtp.url.replace('smtp:', 'smtps:') });
    expect(smtp.received).toMatchObject([{ isEncrypted: true }]);
  });

  test('says nothing to smtp, and then smtps is what to try', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const told = faultIn();
    await smtp.connected;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await told).toContain('try smtps://');
  });
});

describe('A mail server with STARTTLS', () => {
  beforeEach(async () => {
    smtp = await startMailServer();
  });

  test.each([
    ['https://sun.example:8443', 'sun.example'],
    ['https://192.0.2.7', '[192.0.2.7]'],
    // The server of the tests lowers it.
    ['https://[2001:db8::7]', '[ipv6:2001:db8::7]'],
    ['https://sönne.example', 'xn--snne-5qa.example'],
  ])('is greeted by the host of %s', async (origin, greeting) => {
    await send({ origin });
    expect(smtp.received).toMatchObject([{ greeting }]);
  });

  test('is greeted by the name that its URL gives', async () => {
    await send({ smtpUrl: `${smtp.url}&name=relay.example` });
    expect(smtp.received).toMatchObject([{ greeting: 'relay.example' }]);
  });

  test('reads the sender’s name as it was set', async () => {
    await send({ from: { name: 'Solar, "Sun" Inc.', address: 'office@sun.example' } });
    expect(smtp.received[0]?.raw).toContain(
      String.raw`From: "Solar, \"Sun\" Inc." <office@sun.example>`,
    );
  });
});
