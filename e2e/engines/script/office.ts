import { makeAdmin, makeFriend, makePerson } from '../../fixtures/people.ts';
import {
  choose,
  fill,
  namedElement,
  press,
  pressWithPointer,
  signInBy,
  untilSays,
  untilTrue,
} from '../page-acts.ts';
import type { Journey } from './journey.ts';

/** The same server by another name, where this browser has neither a session nor a worker: another device. */
const elsewhere = ({ network }: Journey) => network.origin.replace('localhost', '127.0.0.1');

export async function askWithoutScript(journey: Journey): Promise<void> {
  const { app, engine, network, email } = journey;
  const [user] = await app.sql<{ code: string }>(
    'select referral_code as code from users where email = $1',
    [email],
  );
  const friend = makeFriend();
  network.setTrouble('down', /^GET \/assets\/.*\.js/);
  await engine.open(`${elsewhere(journey)}/refer/${user?.code}`);
  await untilSays(engine, 'Newcomer thinks your roof');
  await fill(engine, 'Full Name', friend.name);
  await fill(engine, 'Email', friend.email);
  await fill(engine, 'Phone Number', friend.phone);
  await press(engine, 'Get My Free Quote');
  await untilSays(engine, 'Thank you');
  network.setTrouble(undefined);
  const quotes = await app.sql('select 1 from quotes where email = $1', [friend.email]);
  if (quotes.length !== 1) throw new Error(`The request is stored ${quotes.length} times`);
}

export async function changeStatus(journey: Journey): Promise<void> {
  const { app, engine, kept, keptEmail } = journey;
  const admin = await makePerson(app);
  await makeAdmin(app, admin);
  await engine.open(`${elsewhere(journey)}/auth`);
  await signInBy(engine, admin);
  await untilSays(engine, 'System Dashboard');
  await engine.open(`${elsewhere(journey)}/admin?panel=referrals&q=${keptEmail}`);
  await untilSays(engine, kept.name);
  await engine.open(`${elsewhere(journey)}/admin?panel=status&q=${keptEmail}`);
  await pressWithPointer(engine, `document.querySelector('[role=listbox] [role=option]')`);
  await untilSays(engine, kept.name, 'Update');
  const list = `document.querySelector('.status-detail .desk-select-button')`;
  await choose(engine, list, 'In Progress');
  await pressWithPointer(engine, namedElement('button', 'Update'));
  await untilTrue('the status is stored', async () => {
    const [row] = await app.sql<{ status: string }>(
      'select status from referrals where email = $1',
      [keptEmail],
    );
    return row?.status === 'in_progress';
  });
}
