import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import type { AchievementDefinition } from '@sunloop/shared-types/program/admin-achievement.ts';
import type { ReactNode } from 'react';
import { ActiveBadge } from '../../../ui/desk/active-field.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { DeskRow } from '../../../ui/desk/list.tsx';
import { EditButtons } from '../../../ui/desk/edited-list.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { editForm } from '../../../ui/desk/save-form.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import type { OneEdit } from '../../../ui/desk/use-one-edit.ts';
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
export function AchievementRow({ achievement, edit, look, onChange, onDelete }: Props) {
  const { id, title, description, reward } = achievement;
  const rarity = rarityOf(achievement.rarity);
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
          <ActiveBadge isActive={achievement.isActive} />
          <span className="achievement-desk-rarity" data-rarity={rarity}>
            {RARITY_OPTIONS.find((option) => option.id === rarity)?.label}
          </span>
        </>
      }
      actions={
        <EditButtons
          name={title}
          onEdit={() => edit.start(id)}
          onDelete={() => onDelete(achievement)}
        />
      }
      editor={
        edit.editing === id && (
          <AchievementFields
            {...editForm({ item: achievement, name: title, edit, onChange })}
            initial={achievementValuesOf(achievement)}
            look={look}
          />
        )
      }
    >
      <p className="muted">{description}</p>
      {reward && <p>Reward: {reward}</p>}
    </DeskRow>
  );
}
