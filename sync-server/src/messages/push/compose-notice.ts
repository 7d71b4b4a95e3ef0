import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { SwitchableKind } from '@sunloop/shared-types/messages/mail.ts';
import { DECLARATIVE_PUSH, type DeviceNotice } from '@sunloop/shared-types/messages/push.ts';
import { writeContent } from '../mail/compose.ts';
import type { Block } from '../mail/letters/letter.ts';
import type { Mail } from '../mail/mail-state.ts';
import { NOTICES } from './notices.ts';

/** A message among those that one notice tells. */
export interface Part {
  readonly id: string;
  readonly userId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The messages that still tell something, with the page the last of them is about, and those that do not. */
export interface SortedParts {
  readonly told: readonly string[];
  readonly over: readonly string[];
  readonly link: string | undefined;
}

/** Writes each message as a mail would be, because what a mail no longer tells, a notice does not either. */
export async function sortParts(
  em: SqlEntityManager,
  mail: Mail,
  { kind, parts }: { kind: SwitchableKind; parts: readonly Part[] },
): Promise<SortedParts> {
  const told: string[] = [];
  const over: string[] = [];
  let link: string | undefined;
  for (const { id, ...part } of parts) {
    const content = await writeContent(em, mail, { kind, recipient: '', ...part });
    const isOver = content === undefined || content === 'ended';
    (isOver ? over : told).push(id);
    if (!isOver) link = linkIn(content.blocks) ?? link;
  }
  return { told, over, link };
}

function linkIn(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) if (typeof block === 'object' && 'link' in block) return block.link;
  return undefined;
}

interface Counted {
  readonly kind: SwitchableKind;
  readonly link: string | undefined;
  /** News of this kind that the person has not seen, and of all kinds. */
  readonly ofKind: number;
  readonly ofAll: number;
}

/** What a device shows: for several of a kind their page, for one its own. */
export function composeNotice({ origin }: Mail, { kind, link, ...count }: Counted): DeviceNotice {
  const { body, several, ...one } = NOTICES[kind];
  const isSeveral = several !== undefined && count.ofKind > 1;
  const navigate = isSeveral || link === undefined ? `${origin}${several?.path ?? '/'}` : link;
  const title = isSeveral ? several.title : one.title;
  const app_badge = count.ofAll;
  return {
    web_push: DECLARATIVE_PUSH,
    notification: { title, body, lang: 'en', navigate, tag: kind, app_badge },
    app_badge,
  };
}
