import { afterEach, expect, test, vi } from 'vitest';
import { UNTOLD_PHONES, WRITTEN_PHONES } from '@sunloop/shared-types/values/written-phones.ts';
import { aUser } from '@sunloop/engine/test/builders.ts';
import { aSignedInDevice } from '@sunloop/engine/test/signed-in-device.ts';
import { messageUrl, remind, reminderText } from './reminder.ts';

const LINK = 'https://sunloop.example/refer/ABCD1234';
const ann = { name: 'Ann Lee', email: 'ann@example.com', phone: '+1 555 010 0100' };

afterEach(() => void vi.unstubAllGlobals());

test('a reminder greets by first name and contains the link', () => {
  expect(reminderText(ann, LINK)).toMatch(
    /^Hi Ann, .*https:\/\/sunloop\.example\/refer\/ABCD1234$/,
  );
  expect(reminderText(ann, '')).not.toContain('undefined');
});

test('a text message goes to a number, otherwise it is an email', () => {
  expect(messageUrl(ann, LINK, '+15550100100')).toMatch(/^sms:\+15550100100\?&body=Hi%20Ann/);
  const mail = /^mailto:ann%40example\.com\?subject=.*&body=Hi%20Ann/;
  expect(messageUrl(ann, LINK, undefined)).toMatch(mail);
});

test('the share sheet comes first, and closing it without a choice sends nothing', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValueOnce();
  const open = vi.fn<(url: string) => void>();
  vi.stubGlobal('navigator', { share });
  expect(await remind(ann, LINK, open)).toEqual({ by: 'sheet' });
  expect(share.mock.calls[0]?.[0].text).toBe(reminderText(ann, LINK));
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  expect(await remind(ann, LINK, open)).toBeNull();
  expect(open).not.toHaveBeenCalled();
});

test('if the sheet is refused or missing, the message program opens', async () => {
  const open = vi.fn<(url: string) => void>();
  const share = async () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  vi.stubGlobal('navigator', { share });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const mailed = { by: 'program', to: ann.email, isUntold: false };
  expect(await remind(ann, LINK, open)).toEqual(mailed);
  vi.stubGlobal('navigator', {});
  expect(await remind(ann, LINK, open)).toEqual(mailed);
  expect(open.mock.calls).toEqual([
    [messageUrl(ann, LINK, undefined)],
    [messageUrl(ann, LINK, undefined)],
  ]);
});

function onAPhone() {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  return vi.fn<(url: string) => void>();
}

test.each(WRITTEN_PHONES.filter(({ dialed }) => dialed.startsWith('+')))(
  'a phone with $written is texted at $dialed',
  async ({ written, dialed }) => {
    const open = onAPhone();
    const outcome = await remind({ ...ann, phone: written }, LINK, open);
    expect(open.mock.calls).toEqual([[messageUrl(ann, LINK, dialed)]]);
    expect(outcome).toEqual({ by: 'program', to: dialed, isUntold: false });
  },
);

test.each([...UNTOLD_PHONES, '555-0100', 'ask'])(
  'of %s nobody is texted, and the email says why',
  async (phone) => {
    const open = onAPhone();
    const outcome = await remind({ ...ann, phone }, LINK, open);
    expect(open.mock.calls).toEqual([[messageUrl(ann, LINK, undefined)]]);
    expect(outcome).toEqual({ by: 'program', to: ann.email, isUntold: true });
  },
);

test('somebody without a phone is emailed', async () => {
  const open = onAPhone();
  const outcome = await remind({ ...ann, phone: null }, LINK, open);
  expect(open.mock.calls).toEqual([[messageUrl(ann, LINK, undefined)]]);
  expect(outcome).toMatchObject({ isUntold: false });
});

test('a number without a country code is texted where the company is', async () => {
  const open = onAPhone();
  await aSignedInDevice(aUser({ country: 'GB' }));
  await remind({ ...ann, phone: 'before 9:30 020 7946 0018' }, LINK, open);
  expect(open.mock.calls).toEqual([[messageUrl(ann, LINK, '+442079460018')]]);
});
