import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { ICON_OPTIONS, iconOf, RARITY_OPTIONS, rarityOf } from './achievement-words.ts';
import './look-fields.css';

type Values = Record<'title' | 'description' | 'type' | 'icon' | 'rarity' | 'reward', string>;
type Props = {
  values: Values & { requiredCount: string };
  onChange: (change: { icon?: string; rarity?: string }) => void;
  look: (achievement: Achievement) => ReactNode;
};

/** Icon and rarity, with a preview of what customers will see. */
export function LookFields({ values, onChange, look }: Props) {
  const icon = iconOf(values.icon);
  const rarity = rarityOf(values.rarity);
  return (
    <div className="look-fields">
      <div className="stack">
        <p>Icon</p>
        <RadioGroup
          className="look-picker"
          label="Icon"
          options={ICON_OPTIONS.map(({ id, label }) => ({
            id,
            label,
            content: <Icon name={id} />,
          }))}
          selected={icon}
          onSelect={(chosen) => onChange({ icon: chosen })}
        />
        <p>Rarity</p>
        <RadioGroup
          className="look-picker"
          label="Rarity"
          options={RARITY_OPTIONS.map(({ id, label }) => ({
            id,
            content: <span data-rarity={id}>{label}</span>,
          }))}
          selected={rarity}
          onSelect={(chosen) => onChange({ rarity: chosen })}
        />
      </div>
      <figure>
        <figcaption>What customers see</figcaption>
        <ul>
          {look({
            id: 'preview',
            title: values.title.trim() || 'Title',
            description: values.description.trim() || 'Description',
            type: values.type,
            icon,
            rarity,
            reward: values.reward.trim() || null,
            progress: { current: 0, total: Math.max(1, Number(values.requiredCount) || 1) },
          })}
        </ul>
      </figure>
    </div>
  );
}
