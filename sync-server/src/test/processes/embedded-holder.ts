import { startEmbeddedPostgres } from '../../../operate/embedded/start.ts';

// A separate process for the tests of the embedded PostgreSQL: prints its URL, holds the database until its
// input ends, and stops it.
const [dataDir = ''] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
process.stdout.write(`${postgres.url}\n`);
process.stdin.resume().once('end', () => void postgres.stop());
