import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import './reading.css';

/** Something read from this device that a server fills, as far as it has come. */
export type ReadingOf<T> =
  | { kind: 'loading' }
  | { kind: 'missing'; why: 'offline' | 'error'; retry: () => void }
  /** `age` is told where the data may have been overtaken: 'As of Nov 21, 2026, 3:05 PM'. */
  | { kind: 'ready'; data: T; age?: string | undefined };

type Props<T> = {
  of: ReadingOf<T>;
  /** What is being read, as in 'Your rewards'. */
  what: string;
  /** Grey lines that keep the place while loading. */
  lines?: number;
  children: (data: T) => ReactNode;
};

/** Shows what was read, or honestly why there is nothing yet. */
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

/** Grey lines in the place of what is on its way. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
