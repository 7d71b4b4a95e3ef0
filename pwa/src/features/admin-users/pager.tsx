import { Button } from '../../ui/button.tsx';

const PAGE_ROWS = 50;

const lastPage = (count: number) => Math.max(0, Math.ceil(count / PAGE_ROWS) - 1);

/** The rows of a page, counted from 0; of the last page if there are fewer by now. */
export function pageOf<T>(rows: readonly T[], page: number): readonly T[] {
  const at = Math.min(page, lastPage(rows.length)) * PAGE_ROWS;
  return rows.slice(at, at + PAGE_ROWS);
}

type Props = { count: number; page: number; onPage: (page: number) => void };

/** Steps through a list page by page; shows nothing if one page holds it all. */
export function Pager({ count, page, onPage }: Props) {
  const last = lastPage(count);
  if (last === 0) return null;
  const at = Math.min(page, last);
  const from = at * PAGE_ROWS;
  const to = Math.min(count, from + PAGE_ROWS);
  return (
    <nav className="pager" aria-label="Pages">
      <Button variant="quiet" size="sm" isDisabled={at === 0} onPress={() => onPage(at - 1)}>
        Previous
      </Button>
      <span role="status">
        {(from + 1).toLocaleString('en-US')}–{to.toLocaleString('en-US')} of{' '}
        {count.toLocaleString('en-US')}
      </span>
      <Button variant="quiet" size="sm" isDisabled={at === last} onPress={() => onPage(at + 1)}>
        Next
      </Button>
    </nav>
  );
}
