import { Gauge, type Registry } from 'prom-client';
import type { Orm } from '../../db/orm.ts';
import { replicasOf, type ReplicaFigures } from '../../db/query/replica.ts';

/** How each replica in DATABASE_READ_URLS is; nothing without one. */
export function measureReplicas(registry: Registry, orm: Orm): void {
  const replicas = replicasOf(orm.em);
  if (!replicas) return;
  const measure = (
    { name, help }: { name: string; help: string },
    valueOf: (figures: ReplicaFigures) => number | undefined,
  ) => {
    const gauge: Gauge<'replica'> = new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        for (const figures of replicas.figures()) {
          const value = valueOf(figures);
          if (value !== undefined) gauge.set({ replica: figures.name }, value);
        }
      },
    });
  };
  measure(
    {
      name: 'database_replica_in_use',
      help: '1 if the replica answers reads, 0 if it is left out',
    },
    ({ isInUse }) => Number(isInUse),
  );
  measure(
    { name: 'database_replica_lag_seconds', help: 'How far the replica is behind the primary' },
    ({ lagSeconds }) => lagSeconds,
  );
  measure(
    {
      name: 'database_replica_failed_reads',
      help: 'Reads the replica failed since the process started, which the primary answered',
    },
    ({ failedReads }) => failedReads,
  );
}
