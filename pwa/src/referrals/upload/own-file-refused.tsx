import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

type Props = { title: string; children: ReactNode; onBack: () => void };

/** A file of ours that is not taken, and why. */
export function OwnFileRefused({ title, children, onBack }: Props) {
  return (
    <>
      <Banner tone="bad" icon="alert" title={title}>
        {children}
      </Banner>
      <div className="form-actions">
        <Button variant="primary" onPress={onBack}>
          Choose another file
        </Button>
      </div>
    </>
  );
}
