import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const Package = v.object({
  browserslist: v.array(v.pipe(v.string(), v.regex(/^\w+ >= [\d.]+$/))),
});

const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { browserslist } = v.parse(Package, JSON.parse(text));

/** The oldest browsers that are supported, from `browserslist` of package.json, as the build names them: `safari17.5`. */
export const BUILD_TARGETS = browserslist.map((line) =>
  line.replace('ios_saf', 'ios').replace(' >= ', ''),
);
