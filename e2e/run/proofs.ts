/** What takes longer than a test, by its name on the command line; `PROOF_WORDS` says what each shows. */
interface Proof {
  /** Programs of Node, or names in node_modules/.bin, with their arguments. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it drives the built app. */
  readonly needsBuild?: true;
}

const ofApp = (file: string): Proof => ({
  command: ['node', `e2e/${file}`],
  needsBuild: true,
});
const ofServer = (file: string): Proof => ({ command: ['node', `e2e/${file}`] });
const test = (project: string, file: string, env = {}): Proof => ({
  command: ['vitest', 'run', '--project', project, file],
  env,
});
const server = (file: string, env = {}) => test('sync-server', `sync-server/${file}`, env);

/** Shown true or false, and measurements. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  mutate: { command: ['node', 'pwa/engine/proof/mutate.ts'] },
  'mutate-all': { command: ['stryker', 'run', 'pwa/engine/proof/stryker.config.json'] },
  model: ofServer('run/model.ts'),
  'fault-table': ofApp('proofs/faults/fault-table.ts'),
  kills: ofApp('proofs/kills/kills.ts'),
  'restore-rehearsal': ofApp('proofs/restore/restore-rehearsal.ts'),
  cluster: ofApp('proofs/cluster/cluster.ts'),
  'upgrade-test': ofServer('proofs/upgrade/upgrade-test.ts'),
  engines: ofApp('engines/engines.ts'),
  'deploy-rehearsal': ofServer('proofs/deploy/rehearsal.ts'),
  'compose-trial': ofServer('proofs/deploy/compose.ts'),
  'proxy-trial': ofApp('proofs/deploy/proxies.ts'),
  'guide-walk': ofServer('proofs/deploy/guide-walk.ts'),
  load: ofServer('proofs/load/load.ts'),
  'random-requests': server('src/test/every-route/random-requests.test.ts'),
  'short-bench': ofApp('proofs/bench/short.ts'),
  landings: ofApp('proofs/bench/landings.ts'),
  lighthouse: ofApp('proofs/measure/lighthouse.ts'),
  'first-view': ofApp('proofs/measure/first-view.ts'),
  'cold-start': ofApp('proofs/measure/cold-start.ts'),
  freshness: ofApp('proofs/measure/freshness.ts'),
  'csv-upload': ofApp('proofs/measure/csv-upload.ts'),
  'bulk-status': ofApp('proofs/measure/bulk-status.ts'),
  'desk-pages': ofServer('proofs/measure/desk-pages.ts'),
  'admin-desk': ofApp('proofs/measure/admin-desk.ts'),
  'desk-reads': ofServer('proofs/measure/desk-reads.ts'),
  'reset-times': server('src/accounts/links/timing.test.ts', { PRINT_TIMES: '1' }),
  'event-loop': server('src/test/event-loop', { PRINT_HOLDS: '1' }),
  aging: server('operate/housekeeping/aging.test.ts', { AGING_ROWS: '2000000' }),
  'backup-size': ofServer('proofs/measure/backup-size.ts'),
  screenshots: ofApp('proofs/measure/screenshots.ts'),
};
