import type { SqlEntityManager } from '@mikro-orm/postgresql';

/** A standby that answers reads at present. */
export interface Replica {
  /** Runs a read on it; throws, too, if the replica is found to be away meanwhile. */
  read<T>(work: (em: SqlEntityManager) => Promise<T>): Promise<T>;
}

/** What one replica has done and how it is. */
export interface ReplicaFigures {
  /** Host and port. */
  readonly name: string;
  readonly isInUse: boolean;
  /** How far it is behind the primary in seconds; undefined before it is known. */
  readonly lagSeconds: number | undefined;
  /** Reads it failed, which the primary answered. */
  readonly failedReads: number;
}

/** The replicas of DATABASE_READ_URLS. */
export interface Replicas {
  /** One of those that answer; undefined if none does. */
  find(): Replica | undefined;
  figures(): readonly ReplicaFigures[];
}

const all = new WeakMap<object, Replicas>();

/** Gives all EntityManagers of a database the replicas that may answer for it. */
export function setUpReplicas(em: SqlEntityManager, replicas: Replicas): void {
  all.set(em.config, replicas);
}

/** The replicas of a database; undefined if none are configured. */
export function replicasOf(em: SqlEntityManager): Replicas | undefined {
  return all.get(em.config);
}

/**
 * Rows of a read that may be a moment old: from a replica in DATABASE_READ_URLS if one answers, otherwise from the primary,
 * which also answers if the replica fails. A read that must see a write just made, or decides who may do what, uses
 * `em.execute`, which always asks the primary.
 */
export function readReplica<Row extends object>(
  em: SqlEntityManager,
  query: string,
  params: Record<string, unknown> | readonly unknown[] = [],
): Promise<Row[]> {
  return orFromPrimary(em, (from) => from.execute<Row[]>(query, params));
}

/** Whether reads that may be a moment old have somewhere else to go at present. */
export function hasReplica(em: SqlEntityManager): boolean {
  return replicasOf(em)?.find() !== undefined;
}

async function orFromPrimary<T>(
  em: SqlEntityManager,
  read: (from: SqlEntityManager) => Promise<T>,
): Promise<T> {
  const replica = replicasOf(em)?.find();
  if (!replica) return read(em);
  // The replica counts its failure; if it is the statement's own, the primary says so, too.
  return replica.read(read).catch(() => read(em));
}
