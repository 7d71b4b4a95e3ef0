import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import './reading.css';

/** The state of something that is read from this device and filled by a server. */
export type ReadingOf<T> =
  | { kind: 'loading' }
  | { kind: 'missing'; why: 'offline' | 'error'; retry: () => void }
  /** `age` is given if the data may be out of date: 'As of Nov 21, 2026, 3:05 PM'. */
  | { kind: 'ready'; data: T; age?: string | undefined };

type Props<T> = {
  of: ReadingOf<T>;
  /** What is being read, as in 'Your rewards'. */
  what: string;
  /** Number of gray lines that hold the space while loading. */
  lines?: number;
  children: (data: T) => ReactNode;
};

/** Shows what was read, or why there is nothing yet. */
export function Reading<T>({ of, what, lines = 3, children }: Props<T>) {
  if (of.kind === 'loading') return <Skeleton lines={lines} label={`${what}: loading`} />;
  if (of.kind === 'missing') return <Missing what={what} {...of} />;
  return (
    <>
      {children(of.data)}
      {of.age && <p className="reading-age">{of.age}</p>}
    </>
  );
}

function Missing({
  what,
  why,
  retry,
}: {
  what: string;
  why: 'offline' | 'error';
  retry: () => void;
}) {
  if (why === 'offline') {
    return (
      <EmptyState icon="cloudOff" title={`${what} will appear here once there is a connection.`} />
    );
  }
  return (
    <EmptyState icon="alert" title={`${what} could not be loaded.`}>
      <Button variant="quiet" size="sm" icon="sync" onPress={retry}>
        Try again
      </Button>
    </EmptyState>
  );
}

/** Gray lines in place of what is loading. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
