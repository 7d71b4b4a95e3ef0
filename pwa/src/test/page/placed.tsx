import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { NoticeRegion } from '../../ui/layers/notice-region.tsx';

type Props<Search> = {
  start: Search;
  children: (search: Search, onSearch: (patch: Partial<Search>) => void) => ReactNode;
};

/** A panel with its place kept as in the URL, and with the toasts it shows. */
export function Placed<Search extends object>({ start, children }: Props<Search>) {
  const [search, setSearch] = useState(start);
  const handleSearch = (patch: Partial<Search>) => setSearch((now) => ({ ...now, ...patch }));
  return (
    <>
      <output data-testid="place">{JSON.stringify(search)}</output>
      <NoticeRegion />
      {children(search, handleSearch)}
    </>
  );
}

/** The panel's current place. */
export function place(): Record<string, unknown> {
  return JSON.parse(screen.getByTestId('place').textContent ?? '') as Record<string, unknown>;
}
