import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  changeOf,
  conflictsOf,
  fromDraft,
  type ProfileEdit,
  profileForm,
  type ProfileValues,
  toDraft,
  withSaved,
  withSettled,
  withStored,
} from './profile-edit.ts';

const STORED = { username: 'Ann', email: 'ann@example.com', phone: '', address: '' };
const typed = (values: Partial<ProfileValues>): ProfileEdit => ({
  values: { ...STORED, ...values },
  seen: STORED,
  stored: STORED,
});
const changeIn = (edit: ProfileEdit) =>
  changeOf(v.parse(profileForm(edit.stored.username), edit.values), edit);

test('only differences are sent, with the previous values', () => {
  expect(changeIn(typed({ phone: '555' }))).toEqual({ phone: '555', expected: { phone: null } });
  expect(changeIn(typed({ username: 'Anna', address: ' ' }))).toEqual({
    username: 'Anna',
    expected: { username: 'Ann' },
  });
});

test('a stored name that today’s rule would refuse does not prevent another change', () => {
  const old = { ...STORED, username: 'A\u200Bnn' };
  const edit = { values: { ...old, phone: '555' }, seen: old, stored: old };
  expect(changeIn(edit)).toEqual({ phone: '555', expected: { phone: null } });
});

test('an emptied name and surrounding spaces are no change', () => {
  expect(changeIn(typed({ username: '', phone: '  ' }))).toBeNull();
});

test('untouched fields follow what is stored elsewhere; typed ones keep what was seen', () => {
  const stored = { ...STORED, phone: '111', address: 'Elsewhere 1' };
  const edit = withStored(typed({ phone: '555' }), stored);
  expect(edit.values).toEqual({ ...stored, phone: '555' });
  expect(edit.seen).toEqual({ ...stored, phone: '' });
  expect(conflictsOf(edit)).toEqual(['phone']);
});

test('the same value typed here and stored elsewhere is no conflict', () => {
  const edit = withStored(typed({ phone: '555' }), { ...STORED, phone: '555' });
  expect(conflictsOf(edit)).toEqual([]);
  expect(changeIn(edit)).toBeNull();
});

test('a settled field is sent with what is stored now, or not at all', () => {
  const edit = withStored(typed({ phone: '555' }), { ...STORED, phone: '111' });
  const mine = withSettled(edit, 'phone', '555');
  expect(conflictsOf(mine)).toEqual([]);
  expect(changeIn(mine)).toEqual({ phone: '555', expected: { phone: '111' } });
  expect(changeIn(withSettled(edit, 'phone', '111'))).toBeNull();
});

test('what is typed while the change is being sent stays', () => {
  const sent = { ...STORED, phone: '555' };
  const edit = withSaved(typed({ phone: '555', address: 'Home' }), { sent, stored: sent });
  expect(edit.values).toEqual({ ...STORED, phone: '555', address: 'Home' });
  expect(changeIn(edit)).toEqual({ address: 'Home', expected: { address: null } });
});

test('a draft holds only typed fields, and still knows their previous values', () => {
  const draft = toDraft(typed({ phone: '555' }));
  expect(draft).toEqual({ phone: '555', 'phone:seen': '' });
  expect(fromDraft(draft, STORED)).toEqual(typed({ phone: '555' }));
  const later = fromDraft(draft, { ...STORED, username: 'Anna', phone: '111' });
  expect(later.values).toEqual({ ...STORED, username: 'Anna', phone: '555' });
  expect(conflictsOf(later)).toEqual(['phone']);
});

test('a draft that matches what was stored meanwhile leaves nothing to save', () => {
  const edit = fromDraft({ phone: '555', 'phone:seen': '' }, { ...STORED, phone: '555' });
  expect(toDraft(edit)).toEqual({});
});
