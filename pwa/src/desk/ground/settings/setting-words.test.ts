import type { Setting } from '@sunloop/shared-types/ground/admin.ts';
import { expect, test } from 'vitest';
import { groupSettings, isNumber, settingTitle, unitOf, valueWords } from './setting-words.ts';

const aSetting = (key: string, category: string): Setting => ({
  id: crypto.randomUUID(),
  key,
  value: '1',
  description: null,
  category,
  isEditable: 'true',
  updatedBy: null,
  updatedAt: null,
});

test('settings have the names and units an operator would use', () => {
  expect(settingTitle('retention.audit_days')).toBe('Keep the audit log for');
  expect(unitOf('retention.audit_days')).toBe('days');
  expect(unitOf('general.help_phone')).toBe('');
});

test('a value is shown with its unit, a country by its name', () => {
  expect(valueWords({ key: 'retention.audit_days', value: '730' })).toBe('730 days');
  expect(valueWords({ key: 'general.help_email', value: '' })).toBe('Empty');
  const key = 'general.default_country';
  expect(valueWords({ key, value: 'US' })).toBe('United States (US)');
  expect(valueWords({ key, value: 'us' })).toBe('us');
});

test('choices read as words', () => {
  const key = 'referrals.first_come';
  expect(valueWords({ key, value: 'first_received' })).toBe('Who was received first');
  expect(valueWords({ key, value: 'ask' })).toBe('Ask');
});

test('a key without a title is shown in its own words', () => {
  expect(settingTitle('impact.trees_per_ton')).toBe('Trees per ton');
  expect(settingTitle('plain')).toBe('Plain');
});

test('known categories come in our order, unknown ones last, each with its settings', () => {
  const settings = [
    aSetting('a.z', 'system'),
    aSetting('b.y', 'zoo'),
    aSetting('c.x', 'general'),
    aSetting('d.w', 'apiary'),
    aSetting('e.v', 'general'),
  ];
  const groups = groupSettings(settings).map(({ title, items }) => [title, items.length]);
  expect(groups).toEqual([
    ['General', 2],
    ['System', 1],
    ['Apiary', 1],
    ['Zoo', 1],
  ]);
});

test('a phone number does not count as a number, even if it is all digits', () => {
  expect(isNumber({ key: 'impact.tons_per_referral', value: '4.8' })).toBe(true);
  expect(isNumber({ key: 'retention.audit_days', value: '730' })).toBe(true);
  expect(isNumber({ key: 'retention.audit_days', value: 'many' })).toBe(false);
  expect(isNumber({ key: 'general.help_phone', value: '18005550142' })).toBe(false);
});
