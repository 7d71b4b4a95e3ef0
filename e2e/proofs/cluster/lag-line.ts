import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * A line to a PostgreSQL on which what it says arrives so many milliseconds later: its standbys lag. When it is killed, what
 * was under way is lost. Ends with this process.
 */
export async function openLagLine(
  port: number,
  { to, lateMs }: { to: number; lateMs: number },
): Promise<void> {
  const server = createServer((standby) => {
    const leader = connect(to, '127.0.0.1');
    link(standby, leader);
    link(leader, standby);
    standby.pipe(leader);
    leader.pipe(late(lateMs)).pipe(standby);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}

/** When one side goes, so does the other, with all that is under way. */
function link(one: Socket, other: Socket): void {
  one.setNoDelay(true);
  one.on('error', () => one.destroy());
  one.once('close', () => other.destroy());
}

/** Patroni gives a connection 3 s to open and to be asked, which is not replication. */
const AT_ONCE_MS = 6000;

function late(ms: number): Transform {
  const openedAt = performance.now();
  const delayMs = () => (performance.now() - openedAt < AT_ONCE_MS ? 0 : ms);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => this.push(chunk), delayMs());
      done();
    },
    flush(done) {
      setTimeout(done, delayMs());
    },
  });
}
