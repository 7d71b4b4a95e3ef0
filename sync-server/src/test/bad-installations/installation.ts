import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startMailServer, type MailServer } from '../mail-server.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { makeWebRoot } from '../web-root.ts';

/** An installation in which all is well, until a kind of badness is put into it. */
export interface Installation {
  readonly settings: Readonly<Record<string, string>>;
  readonly server: TestServer;
  readonly mail: MailServer;
  /** DATA_DIR. */
  readonly folder: string;
  /** Where the machine's files begin. */
  readonly root: string;
  close(): Promise<void>;
}

/** What its operator set otherwise, and what the doctor is told to visit instead of PUBLIC_ORIGIN. */
export interface Change {
  readonly set?: Readonly<Record<string, string>>;
  readonly url?: string;
}

type Spoil = (good: Installation) => Promise<Change> | Change;

/** By the words of docs/run/doctor.md: what the doctor says, and how it comes to that. */
export type BadKinds = Readonly<Record<string, readonly [says: RegExp, spoil: Spoil]>>;

/** A kind that settings alone make bad. */
export const setting = (set: Change['set'] & {}, says: RegExp) => [says, () => ({ set })] as const;

export const KEY = 'a3f1c9d27b5e4880916fd2c4ab70e35d';
const AGE_KEY = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
const PAGE = '<!doctype html><link rel="manifest" href="/m">';

export async function startInstallation(): Promise<Installation> {
  const [folder, root] = [await makeFolder('data'), await makeFolder('machine')];
  const webRoot = await makeWebRoot({
    ...Object.fromEntries(['index', 'auth', 'refer'].map((name) => [`${name}.html`, PAGE])),
    'landing-views.json': JSON.stringify({ unknown: { form: '' } }),
    'sw.js': '// the worker',
  });
  const [server, mail] = [await startTestServer({ webRoot }), await startMailServer()];
  await server.sql(
    `insert into backup_runs (night, saved_at, bytes, rows, verified_at, copied_at)
     values (current_date, now(), 1, 1, now(), now())`,
  );
  return {
    settings: {
      PUBLIC_ORIGIN: Object.assign(new URL(server.url), { hostname: 'localhost' }).origin,
      DATABASE_URL: server.database.url,
      DATA_DIR: folder,
      SESSION_KEYS: KEY,
      SMTP_URL: mail.url,
      MAIL_FROM: 'office@sun.example',
      BACKUP_DIR: folder,
      BACKUP_KEY: AGE_KEY,
      BACKUP_COPY: 'true',
      WEB_CONCURRENCY: '1',
    },
    server,
    mail,
    folder,
    root,
    async close() {
      await server.close();
      await mail.close();
      for (const each of [folder, root, webRoot]) await rm(each, { recursive: true });
    },
  };
}

const makeFolder = (name: string) => mkdtemp(path.join(tmpdir(), `sunloop-${name}-`));

/** Changes rows until the test is over. */
export async function changeRows({ server }: Installation, change: string, back: string) {
  onTestFinished(async () => void (await server.sql(back)));
  await server.sql(change);
  return {};
}

interface Written {
  readonly text?: string;
  readonly mode?: number;
}

/** Puts a file there until the test is over. */
export async function writeUntilOver(file: string, { text = 'secret', mode = 0o600 }: Written) {
  onTestFinished(() => rm(file));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, mode);
  return {};
}
