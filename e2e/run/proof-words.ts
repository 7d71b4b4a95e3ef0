/** What each of `PROOFS` shows, and in brackets how to try less, or the same again; `npm run proof` prints it. */
export const PROOF_WORDS: Readonly<Record<string, string>> = {
  mutate:
    'a test notices each way to break a clause of a rule (-- --rule 12, --only word, --shard 1/2)',
  'mutate-all': `Stryker breaks every expression of the engine, in hours; what no test notices is in
    test-results/mutants.html (-- --mutate pwa/engine/src/sync/answers/verdict.ts)`,
  model: `the rules hold in random runs of people, tabs, networks, servers put back, devices, eviction, builds and
    months; prints seed and shortest steps (-- --seeds 10000; --seeds 1 --first 42)`,
  'fault-table': `for each action of a person under each fault on the way, what is shown is true and all ends well`,
  kills: `Chromium, server or PostgreSQL is killed 50 times while 1,000 rows are sent, or a courier carries them;
    each is stored once (-- --runs 1 --kind server --seed 42)`,
  'restore-rehearsal': `20 devices with 500 rows; the server goes back by restore, data folder and promoted standby:
    nothing is lost, resurrected or paid twice (-- --devices 5 --rows 20 --seed 42)`,
  cluster: `a cluster outlives what may happen to it, ten minutes a mode (--mode asynchronous, --pooler session or
    transaction, --freeze etcd3, --install, -- --only killed, --devices 4 --rows 200)`,
  'upgrade-test': `the builds of the last three releases, or COMMIT's, and this one on one database: the older alone,
    both, this alone, and back (-- COMMIT --seconds 5 --devices 4)`,
  engines: `the app in WebKit, Firefox and Chromium, with storage that hangs; needs Debian's webkit2gtk-driver, xvfb
    and firefox-esr (-- --engine webkit)`,
  'deploy-rehearsal': `the image is small, not root, and runs to a sign-in, a stop, a second start; needs Docker or
    Podman (-- --tool podman)`,
  'compose-trial': `the compose file with TLS: sign-in, down, up, the same account (-- --tool podman-compose)`,
  'proxy-trial': `nginx and Caddy with TLS: cookies, addresses, 4 MB, slow bodies, headers once; the doctor finds nothing`,
  'guide-walk': `the guides' blocks as they stand, in an empty Debian under systemd: install, proxy, commands, upgrade,
    rollback; needs root, mmdebstrap, systemd-container (-- --proxy caddy, --base FILE)`,
  load: `calls a second beside 200,000 referrals; 70 % for ten minutes without an error and 1 MB a minute; 300 % for
    two: refused within 100 ms or answered within 2 s (p95), as before within 10 s, on a machine that does nothing else
    (-- --minutes 1 --overload-minutes 0.5, --workers 3, --wide; POSTGRES_BIN=/usr/lib/postgresql/15/bin)`,
  'random-requests': `20,000 random requests leave the process alive, with an empty error log and as much memory
    (REQUESTS=2000 TEST_SEED=42)`,
  'short-bench': `three ratios of the bench, a third over what is promised at most`,
  landings: `a file of 10,000 and one of 1,000 sent by the builds of COMMIT … and this one side by side (-- COMMIT --rounds 4)`,
  lighthouse: `mobile preset, median of three: performance 95, accessibility 100, best practices 100 at least`,
  'first-view': `landing, sign-in and frame at 400 kbit/s on a quarter of a CPU: readable in 1.5 s, usable in 2.5 s`,
  'cold-start': `start without signal with 20,000 referrals on a quarter of a CPU; at most 1 s`,
  freshness: `how long a status takes from the desk to an open phone, in 20 tries; at most 6 s (p95)`,
  'csv-upload': `a file of 50,000 people; no task in the page over 200 ms`,
  'bulk-status': `a status for 5,000; no task over 200 ms`,
  'desk-pages': `pages of 2,000,000 referrals: each sort, filter, search, count, and the memory of a file
    (-- --referrals 200000 --users 5000; DATA_DIR keeps the database)`,
  'admin-desk': `the desk's list over 2,000,000 referrals: start, search, scrolling, memory (as desk-pages)`,
  'desk-reads': `overview, lists and reports with 2,000,000 referrals of 50,000 users; at most 300 ms each, p95
    (as desk-pages; POSTGRES_BIN as load)`,
  'reset-times': `answers to a forgotten password for known and unknown addresses, 200 each; at most 5 percent apart`,
  'event-loop': `the longest time any call holds the event loop with its dearest body; at most 50 ms`,
  aging: `deleting 2,000,000 aged rows of each growing table, and a device's calls meanwhile`,
  'backup-size': `saving, encrypted, and restoring 1,000,000 referrals: rows, size, seconds, memory
    (-- --referrals 200000 --users 5000)`,
  screenshots: `every screen and state in six sizes, both themes, text at 100 and 200 %, forced colors, print`,
};
