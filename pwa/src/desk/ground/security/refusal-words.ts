import type { PolicyRefusal } from '@sunloop/shared-types/ground/admin.ts';
import type { Tone } from '../../../ui/badge.tsx';

type Kind = Pick<PolicyRefusal, 'directive' | 'blocked' | 'source' | 'page'>;

/** What each directive of the security policy is about, by the first words of its name. */
const THINGS: readonly (readonly [start: string, thing: string])[] = [
  ['script', 'A script'],
  ['style', 'A style'],
  ['img', 'A picture'],
  ['font', 'A font'],
  ['connect', 'A connection'],
  ['worker', 'A worker'],
  ['form', 'A form'],
  ['frame-anc', 'Our page in a frame'],
  ['frame', 'A frame'],
  ['child', 'A frame'],
  ['media', 'A sound or film'],
  ['manifest', 'A manifest'],
  ['require', 'Text as code'],
  ['trusted', 'A policy for text as code'],
  ['base', 'Another base address'],
];
const EXTENSION = /^(?:[a-z]+-)*extension$|^(?:user-?script|safari-web-extension)$/;
const OUTSIDE = /^[a-z]+:\/\//;
const CODE = /^(?:script|require|trusted|worker)/;

/** 'A script from https://elsewhere.example on /refer/…' */
export function refusalTitle({ directive, blocked, page }: Kind): string {
  const thing = THINGS.find(([start]) => directive.startsWith(start))?.[1] ?? 'Something';
  return `${thing}${fromWhere(blocked)} on ${page}`;
}

function fromWhere(blocked: string): string {
  if (OUTSIDE.test(blocked)) return ` from ${blocked}`;
  if (EXTENSION.test(blocked)) return ' from a browser’s extension';
  if (blocked === 'inline') return ' within the page';
  if (blocked === 'eval' || blocked === 'wasm-eval') return ' made from text';
  return blocked === 'data' || blocked === 'blob' ? ' within an address' : '';
}

/** What an admin should do about it, in a sentence or two, and how much it matters. */
export function refusalAdvice({ directive, blocked, source }: Kind): { tone: Tone; text: string } {
  if (EXTENSION.test(blocked) || EXTENSION.test(source))
    return {
      tone: 'plain',
      text: 'An extension of a visitor’s browser. There is nothing to do.',
    };
  if (source.startsWith('/') || blocked.startsWith('/'))
    return {
      tone: 'bad',
      text: `A fault in Sunloop (${source || blocked}): tell whoever maintains it. Nothing got through.`,
    };
  if (CODE.test(directive))
    return {
      tone: 'wait',
      text: 'Nothing ran. One visitor’s extension can do this often; if it goes on for a week, tell whoever maintains Sunloop.',
    };
  return {
    tone: 'wait',
    text: 'Nothing was loaded. Mostly an extension, or a network that changes pages; if a page looks wrong to you, tell whoever maintains Sunloop.',
  };
}
