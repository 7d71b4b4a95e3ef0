import type { Achievement, AchievementDefinition } from '@sunloop/shared-types';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { DeskRow } from '../../ui/desk-list.tsx';
import { changedFields } from '../../ui/form-values.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SaveOutcome } from '../../ui/save-outcome.ts';
import type { OneEdit } from '../../ui/use-one-edit.ts';
import {
  AchievementFields,
  type AchievementInput,
  achievementValuesOf,
} from './achievement-form.tsx';
import { iconOf, needText, RARITY_OPTIONS, rarityOf } from './achievement-words.ts';
import './look-fields.css';

type Props = {
  achievement: AchievementDefinition;
  edit: OneEdit;
  look: (achievement: Achievement) => ReactNode;
  onChange: (
    achievement: AchievementDefinition,
    change: Partial<AchievementInput>,
  ) => Promise<SaveOutcome>;
  onDelete: (achievement: AchievementDefinition) => void;
};

/** One achievement of the list, or its form while it is edited. */
export function AchievementRow({ achievement, edit, onDelete, ...editing }: Props) {
  const { id, title, description, reward } = achievement;
  const rarity = rarityOf(achievement.rarity);
  const isActive = achievement.isActive === 'true';
  return (
    <DeskRow
      title={title}
      lead={
        <span className="achievement-desk-icon" data-rarity={rarity}>
          <Icon name={iconOf(achievement.icon)} />
        </span>
      }
      badges={
        <>
          <Badge tone="info">{needText(achievement)}</Badge>
          <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          <span className="achievement-desk-rarity" data-rarity={rarity}>
            {RARITY_OPTIONS.find((option) => option.id === rarity)?.label}
          </span>
        </>
      }
      actions={
        <>
          <IconButton
            icon="edit"
            data-edit
            aria-label={`Edit ${title}`}
            onPress={() => edit.start(id)}
          />
          <IconButton
            icon="trash"
            aria-label={`Delete ${title}`}
            onPress={() => onDelete(achievement)}
          />
        </>
      }
      editor={edit.editing === id && <Editor achievement={achievement} edit={edit} {...editing} />}
    >
      <p className="muted">{description}</p>
      {reward && <p>Reward: {reward}</p>}
    </DeskRow>
  );
}

const SUBMIT = { label: 'Save', busyLabel: 'Saving...' };

function Editor({ achievement, edit, look, onChange }: Omit<Props, 'onDelete'>) {
  const save = async (input: AchievementInput): Promise<SaveOutcome> => {
    const change = changedFields(achievement, input);
    return Object.keys(change).length === 0 ? { isSaved: true } : onChange(achievement, change);
  };
  return (
    <AchievementFields
      label={`Edit ${achievement.title}`}
      initial={achievementValuesOf(achievement)}
      submit={SUBMIT}
      look={look}
      save={save}
      onSaved={edit.stop}
      onCancel={edit.stop}
      onDirty={edit.setDirty}
    />
  );
}
