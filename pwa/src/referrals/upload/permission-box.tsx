import {
  PERMISSION_NEEDED,
  PERMISSION_WORDS,
  permissionOf,
} from '@sunloop/shared-types/referrals/permission.ts';
import { useState } from 'react';
import { readOwnUser } from '@sunloop/engine/data/device-db.ts';
import type { FilePerson } from '@sunloop/engine/data/file-person.ts';
import { CheckBox } from '../../ui/forms/check-box.tsx';
import { useAnswer } from '../../ui/use-answer.ts';

interface Permission {
  /** Undefined where nobody is asked: the file has a column for it, or the setting is off. */
  box: Parameters<typeof CheckBox>[0] | undefined;
  /** Whether the file may be uploaded; shows what is wrong. */
  isGiven: () => boolean;
  of: (person: FilePerson) => FilePerson;
}

/** One statement for all people, unless a column says it. */
export function usePermission(isSaid: boolean): Permission {
  const mode = useAnswer(readOwnUser).value?.permission;
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isAsked = !isSaid && mode !== 'off';
  const isNeeded = isAsked && mode === 'required' && value === '';
  return {
    box: isAsked
      ? {
          name: 'permission',
          label: PERMISSION_WORDS,
          value,
          error: isMissing && isNeeded ? PERMISSION_NEEDED : undefined,
          onChange: setValue,
        }
      : undefined,
    isGiven: () => {
      setMissing(isNeeded);
      return !isNeeded;
    },
    of: (person) => (isAsked ? { ...person, permission: permissionOf(value !== '') } : person),
  };
}

/** The box, where people are asked. */
export const PermissionBox = ({ permission: { box } }: { permission: Permission }) =>
  box && <CheckBox {...box} />;
