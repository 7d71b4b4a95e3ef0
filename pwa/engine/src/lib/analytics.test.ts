import { expect, test, vi } from 'vitest';
import { recordEvent } from './analytics.ts';

test('an event has name, properties, user and time, and goes only to the console', () => {
  const debug = vi.spyOn(console, 'debug').mockReturnValue();
  const fetchStub = vi.fn();
  vi.stubGlobal('fetch', fetchStub);
  recordEvent('mutation_failed', { code: 'invalid' }, 'u1');
  expect(debug).toHaveBeenCalledExactlyOnceWith({
    event: 'mutation_failed',
    properties: { code: 'invalid' },
    userId: 'u1',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(fetchStub).not.toHaveBeenCalled();
});
