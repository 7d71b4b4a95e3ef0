import type { Setting } from '@sunloop/shared-types/ground/admin.ts';
import {
  isTextPageKey,
  TEXT_PAGES,
  textPageKey,
  textPagePath,
} from '@sunloop/shared-types/visitors/text-pages.ts';
import { useEffect, useRef } from 'react';
import { formatMoment } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import { SettingForm } from './setting-form.tsx';
import { settingTitle, valueWords } from './setting-words.ts';

type Props = {
  setting: Setting;
  /** 'other': another setting is being edited, and only one is at a time. */
  editing: 'this' | 'other' | 'none';
  onEdit: () => void;
  onChange: (value: string) => Promise<SaveOutcome>;
  onClose: () => void;
};

/** One setting: its value, who changed it, and its form while it is edited. */
export function SettingItem({ setting, editing, onEdit, onChange, onClose }: Props) {
  const { key, description } = setting;
  const title = settingTitle(key);
  const page = TEXT_PAGES.find((one) => textPageKey(one) === key);
  const changed = whenChanged(setting);
  const edit = useFocusAfter(editing === 'this');
  return (
    <li
      className="setting"
      data-key={key}
      tabIndex={-1}
      data-editing={editing === 'this' || undefined}
    >
      <div className="setting-text">
        <h3>{title}</h3>
        {description && <p className="muted">{description}</p>}
        {changed && <p className="setting-mark">{changed}</p>}
      </div>
      {editing === 'this' ? (
        <SettingForm setting={setting} onChange={onChange} onClose={onClose} />
      ) : (
        <div className="setting-value">
          <strong>
            {page ? <a href={textPagePath(page)}>{valueWords(setting)}</a> : valueWords(setting)}
          </strong>
          {setting.isEditable === 'true' ? (
            <span ref={edit}>
              <Button
                variant="quiet"
                size="sm"
                icon="edit"
                aria-label={`Edit ${title}`}
                isDisabled={editing === 'other'}
                onPress={onEdit}
              >
                Edit
              </Button>
            </span>
          ) : (
            <span className="setting-fixed">
              <Badge tone="plain" icon="lock">
                Fixed
              </Badge>
              <small>The same for everybody who uses Sunloop</small>
            </span>
          )}
        </div>
      )}
    </li>
  );
}

function whenChanged({ key, updatedBy, updatedByName, updatedAt }: Setting): string {
  if (updatedBy === null || updatedAt === null)
    return isTextPageKey(key) ? 'Our first text: have your counsel check it' : '';
  return `Updated by ${updatedByName ?? 'an admin'}, ${formatMoment(updatedAt)}`;
}

/** The form replaces the button; when it closes, the focus returns to the button. */
function useFocusAfter(isEditing: boolean) {
  const edit = useRef<HTMLSpanElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.querySelector('button')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return edit;
}
