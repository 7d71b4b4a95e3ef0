import type { NotSentReason } from '../../api/problems.ts';
import type { Verdict } from '../send/verdict.ts';

/** What leaves rows where they are, so that the log tells of a try. */
export type Delay = Exclude<Verdict, { kind: 'stored' | 'rejected' | 'erased' }>;
/** Why a try came to nothing, as the log keeps it. */
export type LogReason = NotSentReason | Exclude<Delay['kind'], 'not-sent'>;

export function reasonOf(verdict: Delay): LogReason {
  if (verdict.kind === 'not-sent') return verdict.reason;
  return (verdict.kind === 'step-behind' && verdict.reason) || verdict.kind;
}

const WORDS: Readonly<Record<LogReason, string>> = {
  offline: 'There was no connection.',
  timeout: 'The connection was too slow.',
  captive: 'The Wi-Fi wanted a sign-in first.',
  'server-away': 'Our server did not answer.',
  malformed: 'The answer could not be understood.',
  'sign-in': 'You have to sign in again.',
  inactive: 'Your account is paused.',
  'wrong-user': 'Another account was signed in.',
  'update-needed': 'This version of the app is too old.',
  'server-error': 'Our server had a problem.',
  'step-behind': 'Our server had a problem with it; the others go first.',
  split: 'It was too much at once and goes in smaller parts.',
  wait: 'Our server asked to wait a moment.',
};

/** For the person; undefined for what is no such reason, or one of a newer build. */
export function reasonWords(reason: string | null): string | undefined {
  return (WORDS as Readonly<Record<string, string>>)[reason ?? ''];
}
