import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeApi } from '../src/http/openapi/document.ts';

/** `npm run api-page`: draws the OpenAPI document as one page that needs no network, for developers. */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, '../test-results');
const [document, page] = [path.join(folder, 'openapi.json'), path.join(folder, 'api.html')];
mkdirSync(folder, { recursive: true });
writeFileSync(document, JSON.stringify(describeApi()));
const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const config = path.join(root, 'redocly.yaml');
const args = ['build-docs', document, '--config', config, '--inlineBundle', '--output', page];
execFileSync(process.execPath, [redocly, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
process.stdout.write(`Open ${page}\n`);
