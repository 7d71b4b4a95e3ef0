import type { AchievementDefinition } from '@sunloop/shared-types/program/admin-achievement.ts';
import { useState } from 'react';
import { DeskConfirm } from '../../../ui/desk/confirm.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';

type Props = {
  achievement: AchievementDefinition;
  onDelete: (achievement: AchievementDefinition) => Promise<SaveOutcome>;
  /** Makes it inactive if it cannot be deleted because somebody earned it. */
  onSwitchOff: (achievement: AchievementDefinition) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** Deletes an achievement nobody has earned; an earned one is never taken back, so it can only be switched off. */
export function DeleteAchievementDialog({ achievement, onDelete, onSwitchOff, onClose }: Props) {
  const [isInUse, setInUse] = useState(false);
  const { title } = achievement;
  if (isInUse) {
    return (
      <DeskConfirm
        key="in-use"
        title={`'${title}' has already been earned`}
        confirmLabel="Make inactive"
        busyLabel="Saving..."
        onConfirm={() => onSwitchOff(achievement)}
        onClose={onClose}
      >
        <p>
          Somebody has earned it, so it cannot be deleted. If you make it inactive, they keep it and
          nobody else can earn it.
        </p>
      </DeskConfirm>
    );
  }
  const handleDelete = async () => {
    const outcome = await onDelete(achievement);
    setInUse(!outcome.isSaved && outcome.code === 'in_use');
    return outcome;
  };
  return (
    <DeskConfirm
      title={`Delete achievement '${title}'?`}
      confirmLabel="Delete achievement"
      busyLabel="Deleting..."
      variant="danger"
      onConfirm={handleDelete}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete the achievement '{title}'? Everybody's progress toward it is
        deleted too. This action cannot be undone.
      </p>
    </DeskConfirm>
  );
}
