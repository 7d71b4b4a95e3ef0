import { makePerson, uniqueWord } from '../fixtures/people.ts';
import { seedReferrals } from '../fixtures/many-referrals.ts';
import { makeBenchWorld } from './bench-world.ts';
import { makeRows } from './rows.ts';
import { queueInApp } from './replay/app-device.ts';
import { startPlainContestants } from './replay/plain-contestants.ts';
const [count = '10000', speed = 'fast', to = '', stored='0', runs='1'] = process.argv.slice(2);
const world = await makeBenchWorld(to || undefined);
const plain = await startPlainContestants(world);
for (let r=0;r<Number(runs);r++){
const person = await makePerson(world.app);
if (Number(stored)) await seedReferrals(world.app, person, Number(stored));
await world.app.sql('analyze');
const rows = makeRows(uniqueWord(), Number(count));
const d = await queueInApp(world, { person, rows, stored: Number(stored) });
const one = await d.replay(speed as 'fast', to || undefined);
await d.close();
const cell = { rows: Number(count), stored: 0, speed: speed as 'fast', isTwice: false };
const limit = await plain.replay('row-limit', cell);
console.log('sunloop', one, 'limit', limit.elapsedMs, 'ratio', (one.elapsedMs / limit.elapsedMs).toFixed(2));
}
await plain.stop();
await world.stop();
process.exit(0);
