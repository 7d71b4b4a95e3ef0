import type { AuditLog } from '@sunloop/shared-types/ground/audit.ts';
import { nameBrowser } from '@sunloop/shared-types/ground/name-browser.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { deedWords, detailLines, entityIcon } from './audit-words.ts';

type Props = {
  line: AuditLog;
  /** Opens what the line is about, if that has a page. */
  onOpen: (() => void) | undefined;
  onUser: (userId: string) => void;
};

/** One line of the log: who did what to what, when and from where. */
export function AuditItem({ line, onOpen, onUser }: Props) {
  const { userId, username, entity, ipAddress, userAgent, createdAt } = line;
  const lines = detailLines(line);
  return (
    <article className="audit-item">
      <Icon name={entityIcon(entity)} />
      <div className="audit-text">
        <p>
          <strong>{deedWords(line)}</strong>{' '}
          <span className="muted">by {userId === null ? 'nobody signed in' : null}</span>
          {userId !== null && (
            <Button
              variant="bare"
              size="sm"
              aria-label={`Only what ${username ?? 'this user'} did`}
              onPress={() => onUser(userId)}
            >
              {username ?? 'a deleted user'}
            </Button>
          )}
        </p>
        {lines.length > 0 && (
          <ul className="audit-details">
            {lines.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <small>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          <span>{ipAddress ?? 'Unknown address'}</span>
          <span>{nameBrowser(userAgent)}</span>
        </small>
      </div>
      {onOpen && (
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Open the ${entity.replaceAll('_', ' ')}`}
          onPress={onOpen}
        >
          Open
        </Button>
      )}
    </article>
  );
}
