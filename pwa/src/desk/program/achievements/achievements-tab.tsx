import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import type { AchievementDefinition } from '@sunloop/shared-types/program/admin-achievement.ts';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CreateCard } from '../../../ui/desk/create-card.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { EditedList, type EditedListActs } from '../../../ui/desk/edited-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Reading, type ReadingOf } from '../../../ui/reading.tsx';
import { AchievementFields, type AchievementInput, NEW_ACHIEVEMENT } from './achievement-form.tsx';
import { AchievementRow } from './achievement-row.tsx';
import { groupByType } from './achievement-words.ts';
import { DeleteAchievementDialog } from './delete-achievement-dialog.tsx';

export type AchievementActs = EditedListActs<AchievementDefinition, AchievementInput>;
type Props = AchievementActs & {
  achievements: ReadingOf<AchievementDefinition[]>;
  /** Shows an achievement as customers see it. */
  look: (achievement: Achievement) => ReactNode;
};

const SUBMIT = { label: 'Create Achievement', busyLabel: 'Creating...' };

/** What customers can earn besides money. */
export function AchievementsTab({ achievements, look, onCreate, ...acts }: Props) {
  return (
    <div className="stack">
      <Card title="Achievements">
        <p className="muted">
          Each kind is earned in this order: one stays locked until the one before it is earned.
        </p>
        <Reading of={achievements} what="The achievements" lines={5}>
          {(list) => <AchievementList achievements={list} look={look} {...acts} />}
        </Reading>
      </Card>
      <CreateCard
        title="Create an achievement"
        note="A new one is not awarded for the past at once: each customer earns it with their next action, when they refer somebody or one of their referrals moves on."
        submit={SUBMIT}
        onCreate={onCreate}
      >
        {(form) => <AchievementFields {...form} initial={NEW_ACHIEVEMENT} look={look} />}
      </CreateCard>
    </div>
  );
}

type ListProps = Omit<AchievementActs, 'onCreate'> & {
  achievements: readonly AchievementDefinition[];
  look: Props['look'];
};

function AchievementList({ achievements, look, onChange, onDelete }: ListProps) {
  return (
    <EditedList
      items={achievements}
      nameOf={({ title }) => title}
      empty={<EmptyState icon="trophy" title="There are no achievements yet." />}
      renderQuestion={(achievement, onClose) => (
        <DeleteAchievementDialog
          achievement={achievement}
          onDelete={onDelete}
          onSwitchOff={(one) => onChange(one, { isActive: 'false' })}
          onClose={onClose}
        />
      )}
    >
      {(edit, askToDelete) =>
        groupByType(achievements).map((group) => (
          <div className="achievement-group" key={group.type}>
            <h3>{group.label}</h3>
            <DeskList label={group.label}>
              {group.achievements.map((achievement) => (
                <AchievementRow
                  key={achievement.id}
                  achievement={achievement}
                  edit={edit}
                  look={look}
                  onChange={onChange}
                  onDelete={askToDelete}
                />
              ))}
            </DeskList>
          </div>
        ))
      }
    </EditedList>
  );
}
