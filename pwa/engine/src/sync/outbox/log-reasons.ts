import type { NotSentReason } from '../../api/problems.ts';
import type { Verdict } from '../answers/verdict.ts';

/** Verdicts that leave rows where they are, so that the log records a try. */
export type Delay = Exclude<Verdict, { kind: 'stored' | 'rejected' | 'erased' }>;
/** Why a try failed, as the log keeps it. */
export type LogReason = NotSentReason | Exclude<Delay['kind'], 'not-sent'>;

export function reasonOf(verdict: Delay): LogReason {
  if (verdict.kind === 'not-sent') return verdict.reason;
  return (verdict.kind === 'step-behind' && verdict.reason) || verdict.kind;
}

const WORDS: Readonly<Record<LogReason, string>> = {
  offline: 'There was no connection.',
  timeout: 'The connection was too slow.',
  captive: 'The Wi-Fi asked for a sign-in first.',
  'server-away': 'Our server did not answer.',
  malformed: 'The answer could not be understood.',
  'sign-in': 'You have to sign in again.',
  inactive: 'Your account is paused.',
  'wrong-user': 'Another account was signed in.',
  'update-needed': 'This version of the app is too old.',
  'server-error': 'Our server had a problem.',
  'step-behind': 'Our server had a problem with it; the others go first.',
  split: 'It was too much at once and is sent in smaller parts.',
  wait: 'Our server asked us to wait a moment.',
};

/** In words for the person; undefined for any other text, such as a newer build's reason. */
export function reasonWords(reason: string | null): string | undefined {
  return (WORDS as Readonly<Record<string, string>>)[reason ?? ''];
}
