import { mailTo } from '../mail-server.ts';
import { openOrm } from '../../../operate/start/open-orm.ts';
import { setUpMail } from '../../messages/mail/mail-state.ts';
import { startSending } from '../../messages/mail/send.ts';

// A process that sends what is due on the tests' database until its input ends. `sending.test.ts` starts it.
const [url = '', smtpUrl = ''] = process.argv.slice(2);
const orm = await openOrm({ url });
setUpMail(orm.em, { mail: mailTo(smtpUrl) });
const stop = startSending(() => orm.em.fork(), { warn: () => undefined });
process.stdout.write('sending\n');
process.stdin.resume().once('end', () => void stop().then(() => orm.close(true)));
