import { expect, test } from 'vitest';
import { fakeWindow } from '../../test/fake-window.ts';
import { onPageTriggers } from './triggers-page.ts';

test('a page notices the network, the focus, and when it is looked at again, until told to stop', () => {
  const page = fakeWindow();
  const seen: string[] = [];
  const stop = onPageTriggers(page.window, {
    onOnline: () => seen.push('online'),
    onOffline: () => seen.push('offline'),
    onVisible: () => seen.push('visible'),
  });
  const happen = () => {
    page.emit('offline');
    page.emit('online');
    page.changeVisibility('hidden');
    page.changeVisibility('visible');
    page.emit('focus');
  };
  happen();
  expect(seen).toEqual(['offline', 'online', 'visible', 'visible']);
  stop();
  happen();
  expect(seen).toHaveLength(4);
});
