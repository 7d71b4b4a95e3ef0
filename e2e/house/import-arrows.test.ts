import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { brokenArrow, namedTable } from './arrows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const forbidden = [
  ['shared-types/src/ground/user.ts', 'koa'],
  ['shared-types/src/ground/user.ts', 'sync-server/operate/env/env.ts'],
  ['sync-server/src/ground/users/entities.ts', 'sync-server/src/ground/users/service.ts'],
  ['sync-server/src/ground/users/service.ts', 'sync-server/src/ground/users/routes.ts'],
  ['sync-server/src/ground/users/service.ts', 'sync-server/src/http/session/session.ts'],
  ['sync-server/src/ground/users/service.ts', 'koa'],
  ['sync-server/src/ground/users/routes.ts', 'sync-server/src/app.ts'],
  ['sync-server/src/ground/users/routes.ts', 'sync-server/operate/install/reference-data.ts'],
  ['sync-server/src/http/session/session.ts', 'sync-server/src/ground/users/service.ts'],
  ['sync-server/src/db/query/page.ts', 'sync-server/src/ground/settings/service.ts'],
  ['sync-server/src/db/migrate.ts', 'sync-server/operate/install/reference-data.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', 'sync-server/src/ground/users/avatar.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', 'sync-server/src/http/errors.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', 'sync-server/src/db/query/iso-time.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', '@sunloop/shared-types'],
  ['sync-server/operate/install/demo-data.ts', 'sync-server/src/http/session/session.ts'],
  ['sync-server/src/app.ts', '@sunloop/pwa'],
  ['sync-server/src/app.ts', 'sync-server/operate/env/env.ts'],
  ['sync-server/src/db/orm.ts', 'sync-server/operate/env/env.ts'],
  ['pwa/src/lib/csv.ts', 'pwa/engine/src/data/user-db.ts'],
  ['pwa/engine/src/data/user-db.ts', 'react'],
  ['pwa/engine/src/data/user-db.ts', 'pwa/engine/src/sync/send/drain.ts'],
  ['pwa/engine/src/sync/send/drain.ts', 'dexie-react-hooks'],
  ['pwa/engine/src/sync/send/drain.ts', 'pwa/src/ground/connection/connection-chip.tsx'],
  ['pwa/src/sw.ts', 'pwa/src/ground/connection/connection-chip.tsx'],
  ['pwa/src/ui/button.tsx', 'pwa/engine/src/sync/send/drain.ts'],
  ['pwa/src/ui/button.tsx', 'pwa/src/ui/forms/form.tsx'],
  ['pwa/src/ui/forms/form.tsx', 'pwa/src/ui/layers/modal.tsx'],
  ['pwa/src/ui/layers/modal.tsx', 'pwa/src/ui/desk/dialog.tsx'],
  ['pwa/src/referrals/add/add-dialog.tsx', 'pwa/src/accounts/session/sign-out.ts'],
  ['pwa/src/referrals/add/add-dialog.tsx', 'pwa/src/routes/dashboard.tsx'],
  ['pwa/src/referrals/list/row.tsx', 'dexie'],
  ['pwa/src/routes/router.ts', 'dexie-react-hooks'],
  ['pwa/src/desk/pages/users.tsx', 'dexie'],
  ['pwa/src/stored/use-stored.ts', 'dexie'],
  ['pwa/src/stored/use-stored.ts', 'pwa/src/ui/button.tsx'],
  ['pwa/src/ui/button.tsx', 'pwa/src/stored/use-stored.ts'],
  ['pwa/src/referrals/list/row.tsx', 'pwa/src/accounts/session/sign-out.ts'],
  ['pwa/src/referrals/people/judge.ts', 'react'],
  ['pwa/src/referrals/people/judge.ts', '@sunloop/engine/data/user-db.ts'],
  ['pwa/src/referrals/people/judge.ts', 'pwa/src/referrals/upload/read-file.ts'],
  ['pwa/src/referrals/upload/read-file.ts', 'pwa/src/referrals/people/cells/looks.ts'],
  ['pwa/src/referrals/list/row.tsx', 'pwa/src/program/rewards/row.ts'],
  ['pwa/src/referrals/list/row.tsx', 'pwa/src/desk/pages/dashboard.tsx'],
  ['pwa/src/desk/referrals/row.tsx', 'pwa/src/referrals/list/row.tsx'],
  ['pwa/src/desk/program/row.tsx', 'pwa/src/desk/referrals/row.tsx'],
  ['pwa/src/routes/router.ts', 'pwa/src/desk/referrals/row.tsx'],
  ['pwa/engine/src/sync/send/drain.ts', '@sunloop/pwa'],
  ['pwa/engine/src/sync/send/drain.ts', 'pwa/src/routes/shell/shell.tsx'],
  ['pwa/engine/src/sync/send/drain.ts', 'pwa/engine/proof/model/world.ts'],
  ['pwa/src/referrals/add/add-dialog.tsx', 'pwa/engine/src/sync/outbox/enqueue.ts'],
  ['pwa/src/sw.ts', 'pwa/engine/src/sync/run/drain-in-background.ts'],
  ['pwa/engine/proof/model/world.ts', 'pwa/engine/proof/mutations/list.ts'],
  ['pwa/engine/src/data/rows/own.ts', 'pwa/engine/src/api/client.ts'],
  ['pwa/src/sw/files.ts', 'pwa/src/routes/shell/shell.tsx'],
  ['pwa/engine/src/sync/send/drain.ts', 'pwa/src/sw/files.ts'],
  ['sync-server/src/db/orm.ts', 'sync-server/src/ground/users/entities.ts'],
  ['sync-server/src/http/watch/metrics.ts', 'sync-server/src/accounts/session/password.ts'],
  ['pwa/src/main.tsx', 'sync-server/src/app.ts'],
  ['e2e/journeys/sign-in.spec.ts', 'pwa/src/main.tsx'],
  ['e2e/journeys/sign-in.spec.ts', 'pwa/src/routes/router.ts'],
  ['e2e/fixtures/pages.ts', 'pwa/engine/src/data/user-db.ts'],
] as const;

const allowed = [
  ['sync-server/src/ground/users/routes.ts', 'sync-server/src/http/session/session.ts'],
  ['sync-server/operate/start/open-orm.ts', 'sync-server/src/ground/users/entities.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', '@mikro-orm/migrations'],
  ['sync-server/operate/install/demo-data.ts', 'sync-server/src/accounts/session/password.ts'],
  ['sync-server/src/main.ts', 'sync-server/operate/env/env.ts'],
  ['sync-server/operate/seed.ts', 'sync-server/operate/install/seed-data.ts'],
  ['sync-server/src/referrals/sync/service.ts', 'sync-server/src/referrals/store/store.ts'],
  ['sync-server/src/ground/users/service.ts', 'sync-server/src/http/errors.ts'],
  ['pwa/engine/src/sync/send/drain.ts', 'pwa/engine/src/data/user-db.ts'],
  ['pwa/src/referrals/add/add-dialog.tsx', 'pwa/src/referrals/add/draft.ts'],
  ['pwa/src/referrals/add/add-dialog.tsx', 'react'],
  ['pwa/src/referrals/add/add-dialog.tsx', 'pwa/src/stored/use-stored.ts'],
  ['pwa/src/stored/use-stored.ts', '@sunloop/engine/data/follow-live.ts'],
  ['pwa/src/stored/use-follow.ts', 'dexie-react-hooks'],
  ['pwa/src/referrals/people/judge.ts', 'valibot'],
  ['pwa/src/referrals/upload/read-file.ts', 'pwa/src/referrals/people/read-people.ts'],
  ['pwa/src/ui/desk/dialog.tsx', 'pwa/src/ui/layers/modal.tsx'],
  ['pwa/src/ui/layers/modal.tsx', 'pwa/src/ui/forms/form.tsx'],
  ['pwa/src/routes/dashboard.tsx', 'pwa/src/referrals/add/add-dialog.tsx'],
  ['pwa/src/desk/pages/users.tsx', 'pwa/src/routes/guard.ts'],
  ['pwa/src/routes/router.ts', 'pwa/src/routes/shell/shell.tsx'],
  ['pwa/src/referrals/list/row.tsx', 'pwa/src/referrals/add/draft.ts'],
  ['pwa/src/referrals/list/row.tsx', 'pwa/src/referrals/upload/client.ts'],
  ['pwa/src/referrals/add/dialog.tsx', 'pwa/src/referrals/list/row.tsx'],
  ['pwa/engine/src/sync/send/drain.ts', 'pwa/engine/src/sync/read/refresh.ts'],
  ['pwa/engine/src/sync/run/start.ts', 'pwa/engine/src/sync/send/drain.ts'],
  ['pwa/engine/proof/model/world.ts', 'pwa/engine/src/sync/send/drain.ts'],
  ['pwa/src/sw.ts', 'pwa/src/sw/files.ts'],
  ['pwa/src/referrals/add/add-dialog.tsx', '@sunloop/engine/save.ts'],
  ['e2e/fixtures/pages.ts', 'pwa/src/routes/router.ts'],
  ['pwa/src/sw/files.ts', '@sunloop/engine/background.ts'],
] as const;

const arrow = (file: string, target: string) =>
  brokenArrow(file, { target, isOurs: /\/(src|proof|operate)\//.test(target) });

test.each(forbidden)('%s may not import %s', (file, target) => {
  expect(arrow(file, target)).toBeTypeOf('string');
});

test.each(allowed)('%s may import %s', (file, target) => {
  expect(arrow(file, target)).toBeUndefined();
});

test.each([
  ['pwa/src/referrals/list/row.tsx', 'db', 'outbox'],
  ['pwa/src/desk/pages/users.tsx', 'db', 'table'],
  ['pwa/src/routes/find-user.ts', 'deviceDb', 'device'],
])('%s may not name %s.%s', (file, object, property) => {
  expect(namedTable(file, object, property)).toBeTypeOf('string');
});

test.each([
  ['pwa/src/routes/shell/shell.tsx', 'db', 'name'],
  ['pwa/src/accounts/profile/mail-card.tsx', 'db', 'userId'],
  ['pwa/src/referrals/list/row.test.tsx', 'db', 'outbox'],
  ['pwa/engine/src/sync/send/drain.ts', 'db', 'outbox'],
])('%s may name %s.%s', (file, object, property) => {
  expect(namedTable(file, object, property)).toBeUndefined();
});

test('the table of pages takes only types from the app', async () => {
  const table = await readFile(path.join(root, 'e2e/fixtures/pages.ts'), 'utf8');
  const fromApp = table.split('\n').filter((line) => line.includes('/pwa/src/'));
  expect(fromApp.length).toBeGreaterThan(0);
  expect(fromApp.filter((line) => !line.startsWith('import type '))).toEqual([]);
});

test('the linter itself refuses a forbidden import', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-arrows-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(path.join(root, 'e2e/house'), path.join(folder, 'e2e/house'), { recursive: true });
  await mkdir(path.join(folder, 'pwa/src/lib'), { recursive: true });
  await writeFile(
    path.join(folder, 'pwa/src/lib/bad.ts'),
    "export { drain } from '../sync/drain.ts';\n",
  );
  const rules = { 'sunloop/import-arrows': 'error' };
  const config = { jsPlugins: ['./e2e/house/lint-plugin.ts'], rules };
  await writeFile(path.join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const run = promisify(execFile)(process.execPath, [oxlint, 'pwa'], { cwd: folder });
  await expect(run).rejects.toMatchObject({
    stdout: expect.stringContaining('lib holds pure helpers that import nothing of ours.'),
  });
});
