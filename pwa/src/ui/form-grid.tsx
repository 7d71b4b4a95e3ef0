import type { ReactNode } from 'react';
import './form-grid.css';

/** Fields beside each other as far as there is room. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className="form-grid">{children}</div>;
}

/** A field of several lines, or a part that belongs to none, across the grid. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className="form-grid-wide">{children}</div>;
}
