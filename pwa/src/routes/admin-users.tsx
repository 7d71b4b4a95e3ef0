import { EmptyState } from '../ui/empty-state.tsx';
import type { PanelProps } from './admin-panels.ts';

/** PLACEHOLDER: replaced by the panel of another branch at the merge. */
export function UsersPanel({ search }: PanelProps) {
  return <EmptyState icon="clock" title={`The panel ${search.panel ?? ''} is on its way.`} />;
}
