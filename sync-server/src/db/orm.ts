import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { AchievementEntity, UserAchievementEntity } from '../features/achievements/entities.ts';
import { AuditLogEntity } from '../features/audit/entities.ts';
import { EnvironmentalImpactEntity } from '../features/impact/entities.ts';
import { QuoteEntity } from '../features/quotes/entities.ts';
import { ReferralEntity, ReferralTombstoneEntity } from '../features/referrals/entities.ts';
import {
  AvailableRewardEntity,
  RewardHistoryEntity,
  RewardLevelEntity,
  RewardTierEntity,
} from '../features/rewards/entities.ts';
import { LoginAttemptEntity, SessionEntity } from '../features/session/entities.ts';
import { SystemSettingEntity } from '../features/settings/entities.ts';
import { UserEntity } from '../features/users/entities.ts';
import { migrationsList } from './migrations/list.ts';

const entities = [
  AchievementEntity,
  AuditLogEntity,
  AvailableRewardEntity,
  EnvironmentalImpactEntity,
  LoginAttemptEntity,
  QuoteEntity,
  ReferralEntity,
  ReferralTombstoneEntity,
  RewardHistoryEntity,
  RewardLevelEntity,
  RewardTierEntity,
  SessionEntity,
  SystemSettingEntity,
  UserAchievementEntity,
  UserEntity,
];

/** A request waits this long for a connection before the database counts as away. */
const connectTimeoutMs = 5_000;

export interface OpenOrmOptions {
  /** `postgres://user:password@host:port/database`, with `sslmode` and the like as `pg` reads them. */
  url: string;
  /** Streaming replicas; what `readReplica` reads goes to one of them, all else to `url`. */
  readUrls?: readonly string[];
  /** Connections this process may hold at most. */
  poolSize?: number;
  /** Takes warnings of the ORM, such as a lost connection; the console by default. */
  log?: (message: string) => void;
}

/** The ORM as this server opens it. */
export type Orm = Awaited<ReturnType<typeof openOrm>>;

/**
 * Prepares the ORM; it connects at the first query. Each request works on `orm.em.fork()`, and the
 * owner ends it with `orm.close(true)`. Rows of raw SQL (`em.execute`, placeholders `?`) carry times as
 * text, entities carry them as `Date`.
 */
export async function openOrm({ url, readUrls = [], poolSize = 10, log }: OpenOrmOptions) {
  return MikroORM.init({
    entities,
    ...connection(url),
    replicas: readUrls.map(connection),
    // A sign-in or a list read again after a change must not come from a replica that lags behind.
    preferReadReplicas: false,
    pool: { min: 0, max: poolSize },
    extensions: [Migrator],
    ensureDatabase: false,
    initNullableProperties: true,
    migrations: { migrationsList, snapshot: false, silent: true },
    ...(log && { logger: log }),
  });
}

/** Connects to one URL; `pg` reads all of it (default port, sslmode, socket folders), the ORM's own reading knows less. */
export function connection(url: string) {
  return {
    dbName: decodeURIComponent(new URL(url).pathname.slice(1)),
    driverOptions: {
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      // Statements that do not wait for each other's answers go out together (statement.ts).
      pipeline: true,
    },
  };
}
