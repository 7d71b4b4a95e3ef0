import { expect, test } from 'vitest';
import { PANEL_NAMES, PANELS } from './admin-panels.ts';

test.each(PANEL_NAMES)('%s is asked about by a key of its own before its forms go', (name) => {
  const { formsAt, keys } = PANELS[name];
  expect([null, ...keys]).toContain(formsAt);
});

test.each(PANEL_NAMES)('%s is offered by the finder, and its parts by a key of its own', (name) => {
  const { found, keys } = PANELS[name];
  const [[, first] = [], ...parts] = found;
  expect(found).not.toEqual([]);
  expect(first).toBeUndefined();
  if (parts.length > 0) expect(keys).toContain('tab');
});
