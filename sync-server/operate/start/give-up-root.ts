import { chown, mkdir, stat } from 'node:fs/promises';
import { canUse, createUser, findUser, switchTo, type Account } from '../embedded/account.ts';

/** Whom the server becomes if nobody else is named; created where it runs its own PostgreSQL. */
const WEB_USER = 'sunloop-web';

export interface RootlessWish {
  /** RUN_AS: the system user to continue as. */
  readonly runAs: string | undefined;
  readonly dataDir: string;
  /** The user the embedded PostgreSQL runs as, whose files the server must not reach. */
  readonly databaseAccount: Account;
  /** Files that are read while the process runs. */
  readonly files: readonly string[];
  /** Folders that are written while the process runs; made if they are missing. */
  readonly folders: readonly string[];
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
    for (const folder of wish.folders) await requireWritable(account, folder);
    switchTo(account);
    const isDatabases = account.uid === wish.databaseAccount?.uid;
    const warning = isDatabases
      ? '; that is the user of its database, too: name another in RUN_AS'
      : '';
    return `Sunloop goes on as user ${account.uid}, not as root${warning}`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Sunloop goes on as root, which it no longer needs: ${why}`;
  }
}

type OsUser = NonNullable<Account>;

async function chooseAccount({ runAs, dataDir, databaseAccount }: RootlessWish): Promise<OsUser> {
  if (runAs !== undefined) return requireUser(runAs);
  const owner = await ownerOf(dataDir);
  if (owner && owner.uid !== databaseAccount?.uid) return owner;
  const account = await findUser(WEB_USER);
  if (account) return account;
  if (databaseAccount) return createUser(WEB_USER);
  throw new Error('set RUN_AS to a user of this system, or make one the owner of DATA_DIR');
}

async function requireUser(runAs: string): Promise<OsUser> {
  const account = await findUser(runAs);
  if (!account) throw new Error(`there is no user ${runAs} (RUN_AS)`);
  if (account.uid === 0) throw new Error(`RUN_AS is ${runAs}`);
  return account;
}

async function ownerOf(folder: string): Promise<Account> {
  const { uid, gid } = await stat(folder);
  return uid === 0 ? undefined : { uid, gid };
}

async function requireReadable(account: OsUser, file: string): Promise<void> {
  if (await canUse(account, file, 'read')) return;
  throw new Error(`user ${account.uid} may not read ${file}`);
}

async function requireWritable(account: OsUser, folder: string): Promise<void> {
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  if (isNew) await chown(folder, account.uid, account.gid);
  if (await canUse(account, folder, 'write')) return;
  throw new Error(`user ${account.uid} may not write into ${folder}`);
}
