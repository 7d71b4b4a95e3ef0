import { openAsker } from '../../src/db/asker.ts';
import { nameOf } from '../../src/db/replicas.ts';
import type { Env } from '../env/env.ts';
import { bad, ok, wordsOf, type Finding } from './finding.ts';

/** Whether each replica answers and is a standby. */
export async function checkReplicas({ databaseReadUrls, database }: Env): Promise<Finding[]> {
  const found = databaseReadUrls.map(async (url) => {
    const { deadlines } = database;
    const asker = openAsker(url, deadlines, deadlines.connectMs);
    try {
      const [row] = await asker.ask<{ is: boolean }>('select pg_is_in_recovery() as is');
      return row?.is
        ? ok('replica', `${nameOf(url)} answers`)
        : bad('replica', `${nameOf(url)} is no standby: take it out of DATABASE_READ_URLS`);
    } catch (error) {
      return bad('replica', `${nameOf(url)} does not answer: ${wordsOf(error)}`);
    } finally {
      await asker.close();
    }
  });
  return Promise.all(found);
}
