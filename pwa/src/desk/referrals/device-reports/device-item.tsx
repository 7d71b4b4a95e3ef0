import type { FieldDevice } from '@sunloop/shared-types/referrals/admin-device-reports.ts';
import { useState } from 'react';
import { formatSpan } from '../../../lib/format-age.ts';
import { formatDay, formatMoment } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Reach } from '../../../ui/desk/reach.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { SaveOutcome } from '../../../ui/forms/save-outcome.ts';
import './device-item.css';
import { missingWords, owedWords, protectedWords, rowWords, versionWords } from './device-words.ts';
import { DropDevice } from './drop-device.tsx';
import { useMinute } from '../../../stored/use-clock.ts';

/** Missing rows that are named; a person can tell no more apart. */
const NAMED = 5;

export type DeviceActs = {
  /** Whether this server sends messages. */
  hasMail: boolean;
  onWrite: (device: FieldDevice) => Promise<SaveOutcome>;
  onDrop: (device: FieldDevice) => Promise<SaveOutcome>;
};

type Props = DeviceActs & { device: FieldDevice };

/** One device: whose it is, how to reach them, what is out there or missing, and what the device said of itself. */
export function DeviceItem({ device, hasMail, onWrite, onDrop }: Props) {
  const [isWriting, setWriting] = useState(false);
  const now = useMinute();
  const { username, email, phone, dial, browser, owed, since, isLate } = device;
  const { heardAt, missing, missingMore, toldAt } = device;
  const isMissing = missing.length + missingMore > 0;
  const write = async () => {
    setWriting(true);
    await onWrite(device);
    setWriting(false);
  };
  const named = missing.slice(0, NAMED);
  const more = missing.length + missingMore - named.length;
  return (
    <article className="device-item" aria-label={username}>
      <header>
        <h3>{username}</h3>
        {isMissing && <Badge tone="bad">{missingWords(device)}</Badge>}
        {isLate && <Badge tone="wait">Late</Badge>}
      </header>
      {owed > 0 && (
        <p>
          <strong>{owedWords(device)}</strong>
          {since !== null && `, the oldest for ${formatSpan(now - Date.parse(since))}`}
        </p>
      )}
      {isMissing && (
        <>
          <p>
            The browser was cleared before these were sent, and they have no receipt, because they
            never reached us. Ask who they were, and have them added again.
          </p>
          <ul>
            {named.map((row) => (
              <li key={row.id}>{rowWords(row)}</li>
            ))}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        </>
      )}
      <Facts
        facts={[
          ['Device', browser],
          ['Last contact', formatMoment(heardAt)],
          ['App', versionWords(device)],
          ['Kept when space runs low', protectedWords(device)],
        ]}
      />
      <Reach name={username} email={email} phone={phone} dial={dial} isMain>
        {hasMail && (
          <Button
            variant="quiet"
            icon="message"
            isDisabled={isWriting}
            onPress={() => void write()}
          >
            Send a reminder
          </Button>
        )}
        <DropDevice device={device} onDrop={onDrop} />
      </Reach>
      {toldAt !== null && <p className="muted">Reminded on {formatDay(toldAt)}</p>}
    </article>
  );
}
