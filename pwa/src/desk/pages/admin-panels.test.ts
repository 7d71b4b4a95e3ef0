import { expect, test } from 'vitest';
import { PANEL_NAMES, PANELS } from './admin-panels.ts';

test.each(PANEL_NAMES)('%s guards its forms by one of its own keys, if it has forms', (name) => {
  const { formsAt, keys } = PANELS[name];
  expect([null, ...keys]).toContain(formsAt);
});

test.each(PANEL_NAMES)(
  '%s is offered by the finder, and its tabs only if `tab` is one of its keys',
  (name) => {
    const { found, keys } = PANELS[name];
    const [[, first] = [], ...parts] = found;
    expect(found).not.toEqual([]);
    expect(first).toBeUndefined();
    if (parts.length > 0) expect(keys).toContain('tab');
  },
);
