import { makeFriend, makePerson, referFromElsewhere } from '../fixtures/people.ts';
import type { World } from './check-loads.ts';
import type { Engine } from './engine.ts';
import { press, signInBy, until, untilSays } from './page-acts.ts';

/** Written from right to left, and what follows from left to right. */
const [FIRST, LAST] = ['محمد', 'Sunny'];

/** A friend's name stands in its own direction, where the others stand, and their email beside it from left to right. */
export async function checkDirections({ engine, app, network }: World): Promise<void> {
  const person = await makePerson(app);
  const latin = await referFromElsewhere(app, person);
  const name = `${FIRST} ${LAST}`;
  const { email } = await referFromElsewhere(app, person, makeFriend({ name }));
  await engine.open(`${network.origin}/auth`);
  await signInBy(engine, person);
  await untilSays(engine, 'Welcome back');
  await engine.open(`${network.origin}/referrals`);
  await untilSays(engine, name, latin.name);
  await until(
    engine,
    'the names begin at the same place',
    `return ${boxOf(name)}.left === ${boxOf(latin.name)}.left;`,
  );
  await expectDirections(engine, name, email);
  await press(engine, name);
  await until(
    engine,
    'the receipt',
    `return !!document.querySelector('.modal [aria-label=Receipt]')`,
  );
  await expectDirections(engine, name, email);
}

/** Where it stands last: in the list, or in the dialog over it. */
async function expectDirections(engine: Engine, name: string, email: string): Promise<void> {
  await until(
    engine,
    `${name} is read from the right`,
    `return ${boxOf(name, FIRST)}.left >= ${boxOf(name, LAST)}.right;`,
  );
  const [user = '', host = ''] = email.split('@');
  await until(
    engine,
    `${email} is read from the left`,
    `return ${boxOf(email, user)}.right <= ${boxOf(email, host)}.left;`,
  );
}

/** An expression for the box of a part of the last text that says just this. */
function boxOf(text: string, part = text): string {
  return `(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let found;
    while (texts.nextNode())
      if (texts.currentNode.data === ${JSON.stringify(text)} && texts.currentNode.parentElement.checkVisibility()) found = texts.currentNode;
    const range = document.createRange();
    const at = found.data.indexOf(${JSON.stringify(part)});
    range.setStart(found, at);
    range.setEnd(found, at + ${part.length});
    return range.getBoundingClientRect();
  })()`;
}
