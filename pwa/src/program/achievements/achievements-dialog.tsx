import type { Achievements } from '@sunloop/shared-types/program/achievement.ts';
import type { ReactNode } from 'react';
import { Modal } from '../../ui/layers/modal.tsx';
import { Reading, type ReadingOf } from '../../ui/reading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AchievementsList } from './achievements-list.tsx';
import './achievements.css';

type Props = { onClose: () => void; children: ReactNode };

/** SPEC §2, Achievements modal; what is in it is read only while it is open. */
export function AchievementsDialog({ onClose, children }: Props) {
  return (
    <Modal title="Achievements" onClose={onClose} height="most">
      {children}
    </Modal>
  );
}

/** The lists once they are loaded, otherwise a spinner or the reason why they are missing. */
export function AchievementsContent({ of }: { of: ReadingOf<Achievements> }) {
  if (of.kind === 'loading') return <Spinner label="Loading achievements" />;
  return (
    <Reading of={of} what="Your achievements">
      {(achievements) => <AchievementsList achievements={achievements} />}
    </Reading>
  );
}
