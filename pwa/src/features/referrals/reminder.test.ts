import { afterEach, expect, test, vi } from 'vitest';
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
  expect(await remind(ann, LINK, open)).toBe('sent');
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
  expect(await remind(ann, LINK, open)).toBe('ready');
  vi.stubGlobal('navigator', {});
  expect(await remind(ann, LINK, open)).toBe('ready');
  expect(open.mock.calls).toEqual([
    [messageUrl(ann, LINK, undefined)],
    [messageUrl(ann, LINK, undefined)],
  ]);
});

test('a phone texts the number in the field, and emails somebody without one', async () => {
  const open = vi.fn<(url: string) => void>();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  for (const phone of ['call after 5: 520-555-0117 x12', 'ask', null]) {
    await remind({ ...ann, phone }, LINK, open);
  }
  expect(open.mock.calls).toEqual([
    [messageUrl(ann, LINK, '5205550117')],
    [messageUrl(ann, LINK, undefined)],
    [messageUrl(ann, LINK, undefined)],
  ]);
});
