import type { AdminStats } from '@sunloop/shared-types/ground/admin.ts';
import { formatSpan } from '../../../lib/format-age.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { DeskIcon } from '../../../ui/desk/icon.tsx';
import { Reading, type ReadingOf, Skeleton } from '../../../ui/reading.tsx';
import { useMinute } from '../../../stored/use-clock.ts';
import './work-card.css';
import { type Task, tasksOf } from './work-words.ts';
import { NO_MARK } from '../../../ui/desk/no-mark.ts';

const LINES = 4;
const LOADING = <Skeleton lines={LINES} label="Your work: loading" />;

type Props = {
  stats: ReadingOf<AdminStats>;
  /** The admin has nothing besides a password, and the setting asks for more. */
  isPasswordAlone: boolean;
};

/** What the office has to do, each with how long the oldest of it has waited and a link to where it is done. */
export function WorkCard({ stats, isPasswordAlone }: Props) {
  const now = useMinute();
  return (
    <Card title="To Do">
      <Reading of={stats} what="Your work" lines={LINES}>
        {(data) => {
          const tasks = tasksOf(data);
          if (!tasks) return LOADING;
          if (tasks.length === 0 && !isPasswordAlone)
            return <p className="muted">Nothing is waiting for you.</p>;
          return (
            <ul className="work">
              {tasks.map((task) => (
                <TaskRow key={task.verb} task={task} now={now} />
              ))}
              {isPasswordAlone && <Protect />}
            </ul>
          );
        }}
      </Reading>
    </Card>
  );
}

/** One's own account, the last of the work. */
function Protect() {
  return (
    <li>
      <DeskIcon name="shield" />
      <p>
        <strong>Protect your account by more than a password</strong>
      </p>
      <ButtonLink to="/profile" search={{ section: 'security' }} variant="quiet">
        Protect
      </ButtonLink>
    </li>
  );
}

function TaskRow({ task, now }: { task: Task; now: number }) {
  const { words, verb, icon, since, search } = task;
  return (
    <li>
      <DeskIcon name={icon} />
      <p>
        <strong>{words}</strong>
        {since !== null && (
          <span className="muted">Oldest: {formatSpan(now - Date.parse(since))}</span>
        )}
      </p>
      <ButtonLink
        to="/admin"
        search={search}
        variant="quiet"
        aria-label={words}
        activeProps={NO_MARK}
      >
        {verb}
      </ButtonLink>
    </li>
  );
}
