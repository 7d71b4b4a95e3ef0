import { formatMoment } from '../../lib/format-date.ts';
import { type readUncarried, refusalWords } from '@sunloop/engine/courier.ts';

type Props = { files: Awaited<ReturnType<typeof readUncarried>> };

/** Files of colleagues that this device brought to the server and the server did not take, each with why. */
export function NotDelivered({ files }: Props) {
  if (files.length === 0) return null;
  return (
    <section>
      <h3>Not delivered · {files.length}</h3>
      <ul>
        {files.map(({ id, name, at, why }) => (
          <li key={id}>
            <p>
              {name} <small className="muted">{formatMoment(at)}</small>
            </p>
            <p className="muted">{refusalWords(why)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
