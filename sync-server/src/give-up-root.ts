import { stat } from 'node:fs/promises';
import { canUse, findUser, OWN_USER, type Account } from './db/embedded/account.ts';

export interface RootlessWish {
  /** RUN_AS: the system user to continue as. */
  readonly runAs: string | undefined;
  readonly dataDir: string;
  /** The user the embedded PostgreSQL runs as: only that user and root may stop or restart it. */
  readonly databaseAccount: Account;
  /** Files that are read while the process runs. */
  readonly files: readonly string[];
}

/**
 * Continues as an unprivileged user once nothing needs root any more, and returns a line that tells
 * the operator so, or why not. Undefined if the process was not started as root. What only root may
 * read, such as the secrets in DATA_DIR, has been read by then.
 */
export async function giveUpRoot(wish: RootlessWish): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const account = await chooseAccount(wish);
    for (const file of wish.files) await requireReadable(account, file);
    become(account);
    return `Sunloop goes on as user ${account.uid}, not as root`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Sunloop goes on as root, which it no longer needs: ${why}`;
  }
}

type Known = NonNullable<Account>;

async function chooseAccount({ runAs, dataDir, databaseAccount }: RootlessWish): Promise<Known> {
  const wanted = runAs === undefined ? undefined : await findUser(runAs);
  if (runAs !== undefined && !wanted) throw new Error(`there is no user ${runAs} (RUN_AS)`);
  if (wanted?.uid === 0) throw new Error(`RUN_AS is ${runAs}`);
  const isDatabases = !wanted || !databaseAccount || wanted.uid === databaseAccount.uid;
  if (!isDatabases) {
    throw new Error(
      `the database in DATA_DIR belongs to user ${databaseAccount.uid}, whom ${runAs} (RUN_AS) could not ` +
        'stop or start again: leave RUN_AS out, or name that user',
    );
  }
  const account =
    wanted ?? databaseAccount ?? (await ownerOf(dataDir)) ?? (await findUser(OWN_USER));
  if (account) return account;
  throw new Error('set RUN_AS to a user of this system, or make one the owner of DATA_DIR');
}

async function ownerOf(folder: string): Promise<Account> {
  const { uid, gid } = await stat(folder);
  return uid === 0 ? undefined : { uid, gid };
}

async function requireReadable(account: Known, file: string): Promise<void> {
  if (await canUse(account, file, 'read')) return;
  throw new Error(`user ${account.uid} may not read ${file}`);
}

// The groups first: only root may change them.
function become({ uid, gid }: Known): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
