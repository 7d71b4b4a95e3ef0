import type { ReactNode } from 'react';
import './form-grid.css';

/** Fields side by side as far as there is room. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className="form-grid">{children}</div>;
}

/** A multi-line field, or another wide part, across the grid. */
export function WideField({ children }: { children: ReactNode }) {
  return <div className="form-grid-wide">{children}</div>;
}
