import { freeMb } from '../../src/db/disk-guard.ts';

/** Recovery writes a 16 MB segment of its log and a little more. */
const RECOVERY_MB = 32;

/** Why PostgreSQL cannot be started in this folder now, in words for the operator; undefined if its disk has room. */
export async function findFullDisk(folder: string): Promise<string | undefined> {
  const left = await freeMb(folder);
  if (left >= RECOVERY_MB) return undefined;
  return `The disk of ${folder} is full, ${left} MB left: PostgreSQL starts again once there are ${RECOVERY_MB}`;
}
