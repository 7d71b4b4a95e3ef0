import { expect, test } from 'vitest';
import type { ConnectionState } from '@sunloop/engine/status.ts';
import { connectionText } from './connection-text.ts';

const LABELS: readonly [ConnectionState['kind'], number, string][] = [
  ['all-sent', 0, 'All sent'],
  ['refused', 0, 'Needs a fix'],
  ['behind', 0, 'Not up to date'],
  ['sending', 3, 'Sending 3'],
  ['offline', 0, 'Offline'],
  ['offline', 2, 'Offline, 2 waiting'],
  ['captive', 2, 'Wi-Fi wants a sign-in'],
  ['server-away', 2, 'Our server is away'],
  ['sign-in', 2, 'Sign in to send 2'],
  ['wrong-user', 2, 'Sign in to send 2'],
  ['inactive', 2, 'Account paused'],
  ['update-needed', 2, 'Update to send'],
];

test.each(LABELS)('for %s with %i waiting, the header says: %s', (kind, count, label) => {
  expect(connectionText({ kind, count }).label).toBe(label);
});

test('every state with something waiting says that it is saved', () => {
  for (const [kind, count] of LABELS) {
    if (count > 0) expect(connectionText({ kind, count }).next).toContain('saved on this device');
  }
});
