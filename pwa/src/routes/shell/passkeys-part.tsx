import { PasskeysCard } from '../../accounts/profile/passkeys-card.tsx';
import { refreshNow } from '@sunloop/engine/read.ts';
import { useFresh, useReading } from '../use-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

const NAMES = ['passkeys'] as const;

type Props = { onChange?: () => void };

/** The person's passkeys; fetched when somebody looks, and kept for when there is no signal (SPEC §9). */
export function PasskeysPart({ onChange }: Props) {
  const db = useUserDb();
  useFresh(NAMES);
  const handleChange = () => {
    refreshNow(db, 'passkeys').catch((error: unknown) =>
      console.error('The passkeys could not be read again:', error),
    );
    onChange?.();
  };
  return <PasskeysCard own={useReading('passkeys')} onChange={handleChange} />;
}
