import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { brokenArrow } from './arrows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const forbidden = [
  ['shared-types/src/user.ts', 'koa'],
  ['shared-types/src/user.ts', 'sync-server/src/env.ts'],
  ['sync-server/src/features/users/entities.ts', 'sync-server/src/features/users/service.ts'],
  ['sync-server/src/features/users/service.ts', 'sync-server/src/features/users/routes.ts'],
  ['sync-server/src/features/users/service.ts', 'sync-server/src/http/session/session.ts'],
  ['sync-server/src/features/users/service.ts', 'koa'],
  ['sync-server/src/features/users/routes.ts', 'sync-server/src/app.ts'],
  ['sync-server/src/features/users/routes.ts', 'sync-server/src/install/reference-data.ts'],
  ['sync-server/src/http/session/session.ts', 'sync-server/src/features/users/service.ts'],
  ['sync-server/src/db/retention.ts', 'sync-server/src/features/settings/service.ts'],
  ['sync-server/src/db/migrate.ts', 'sync-server/src/install/reference-data.ts'],
  [
    'sync-server/src/db/migrations/020-clean-avatars.ts',
    'sync-server/src/features/users/avatar.ts',
  ],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', 'sync-server/src/http/errors.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', 'sync-server/src/db/query/iso-time.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', '@sunloop/shared-types'],
  ['sync-server/src/install/demo-data.ts', 'sync-server/src/http/session/session.ts'],
  ['sync-server/src/app.ts', '@sunloop/pwa'],
  ['pwa/src/lib/csv.ts', 'pwa/src/data/user-db.ts'],
  ['pwa/src/data/user-db.ts', 'react'],
  ['pwa/src/data/user-db.ts', 'pwa/src/sync/send/drain.ts'],
  ['pwa/src/sync/send/drain.ts', 'dexie-react-hooks'],
  ['pwa/src/sync/send/drain.ts', 'pwa/src/features/connection/connection-chip.tsx'],
  ['pwa/src/sw.ts', 'pwa/src/features/connection/connection-chip.tsx'],
  ['pwa/src/ui/button.tsx', 'pwa/src/sync/send/drain.ts'],
  ['pwa/src/ui/button.tsx', 'pwa/src/ui/forms/form.tsx'],
  ['pwa/src/ui/forms/form.tsx', 'pwa/src/ui/layers/modal.tsx'],
  ['pwa/src/ui/layers/modal.tsx', 'pwa/src/ui/desk/dialog.tsx'],
  ['pwa/src/features/referrals/add-dialog.tsx', 'pwa/src/features/session/sign-out.ts'],
  ['pwa/src/features/referrals/add-dialog.tsx', 'pwa/src/routes/dashboard.tsx'],
  ['pwa/src/features/referrals/list/row.tsx', 'pwa/src/features/session/sign-out.ts'],
  ['pwa/src/features/referrals/list/row.tsx', 'pwa/src/features/referrals-more/row.ts'],
  ['pwa/src/features/referrals/list/row.tsx', 'pwa/src/routes/admin/dashboard.tsx'],
  ['pwa/src/sync/send/drain.ts', 'pwa/src/routes/shell/shell.tsx'],
  ['pwa/src/sync/send/drain.ts', 'pwa/proof/model/world.ts'],
  ['pwa/src/features/referrals/add-dialog.tsx', 'pwa/src/sync/outbox/enqueue.ts'],
  ['pwa/src/sw.ts', 'pwa/src/sync/run/drain-in-background.ts'],
  ['pwa/proof/model/world.ts', 'pwa/proof/mutations/list.ts'],
  ['pwa/src/data/rows/own.ts', 'pwa/src/api/client.ts'],
  ['pwa/src/sw/files.ts', 'pwa/src/routes/shell/shell.tsx'],
  ['pwa/src/sync/send/drain.ts', 'pwa/src/sw/files.ts'],
  ['sync-server/src/db/orm.ts', 'sync-server/src/features/users/entities.ts'],
  ['sync-server/src/http/watch/metrics.ts', 'sync-server/src/features/session/password.ts'],
  ['pwa/src/main.tsx', 'sync-server/src/app.ts'],
  ['e2e/journeys/sign-in.spec.ts', 'pwa/src/main.tsx'],
  ['e2e/journeys/sign-in.spec.ts', 'pwa/src/routes/router.ts'],
  ['e2e/fixtures/pages.ts', 'pwa/src/data/user-db.ts'],
] as const;

const allowed = [
  ['sync-server/src/features/users/routes.ts', 'sync-server/src/http/session/session.ts'],
  ['sync-server/src/open-orm.ts', 'sync-server/src/features/users/entities.ts'],
  ['sync-server/src/db/migrations/020-clean-avatars.ts', '@mikro-orm/migrations'],
  ['sync-server/src/install/demo-data.ts', 'sync-server/src/features/session/password.ts'],
  ['sync-server/src/seed.ts', 'sync-server/src/install/seed-data.ts'],
  ['sync-server/src/features/sync/service.ts', 'sync-server/src/features/referrals/store/store.ts'],
  ['sync-server/src/features/users/service.ts', 'sync-server/src/http/errors.ts'],
  ['pwa/src/sync/send/drain.ts', 'pwa/src/data/user-db.ts'],
  ['pwa/src/features/referrals/add-dialog.tsx', 'pwa/src/features/referrals/draft.ts'],
  ['pwa/src/features/referrals/add-dialog.tsx', 'react'],
  ['pwa/src/ui/desk/dialog.tsx', 'pwa/src/ui/layers/modal.tsx'],
  ['pwa/src/ui/layers/modal.tsx', 'pwa/src/ui/forms/form.tsx'],
  ['pwa/src/routes/dashboard.tsx', 'pwa/src/features/referrals/add-dialog.tsx'],
  ['pwa/src/routes/admin/users.tsx', 'pwa/src/routes/guard.ts'],
  ['pwa/src/routes/router.ts', 'pwa/src/routes/shell/shell.tsx'],
  ['pwa/src/features/referrals/list/row.tsx', 'pwa/src/features/referrals/draft.ts'],
  ['pwa/src/features/referrals/list/row.tsx', 'pwa/src/features/referrals/worker/client.ts'],
  ['pwa/src/features/referrals/dialog.tsx', 'pwa/src/features/referrals/list/row.tsx'],
  ['pwa/src/sync/send/drain.ts', 'pwa/src/sync/read/refresh.ts'],
  ['pwa/src/sync/run/start.ts', 'pwa/src/sync/send/drain.ts'],
  ['pwa/proof/model/world.ts', 'pwa/src/sync/send/drain.ts'],
  ['pwa/src/sw.ts', 'pwa/src/sw/files.ts'],
  ['e2e/fixtures/pages.ts', 'pwa/src/routes/router.ts'],
  ['pwa/src/sw/files.ts', 'pwa/src/sync/background.ts'],
  ['pwa/src/features/referrals/add-dialog.tsx', 'pwa/src/sync/save.ts'],
  ['pwa/src/features/referrals/add-dialog.test.tsx', 'pwa/src/sync/send/drain.ts'],
] as const;

const arrow = (file: string, target: string) =>
  brokenArrow(file, { target, isOurs: /\/(src|proof)\//.test(target) });

test.each(forbidden)('%s may not import %s', (file, target) => {
  expect(arrow(file, target)).toBeTypeOf('string');
});

test.each(allowed)('%s may import %s', (file, target) => {
  expect(arrow(file, target)).toBeUndefined();
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
