import { lazy, Suspense } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

type Props = { link: string; isOpen: boolean; onClose: () => void };

/** The person's link to be scanned by somebody beside them. */
export function QrDialog({ link, isOpen, onClose }: Props) {
  return (
    <Modal title="Your QR code" isOpen={isOpen} onClose={onClose}>
      <Suspense fallback={<Spinner label="Drawing the code" />}>
        <QrCode link={link} />
      </Suspense>
    </Modal>
  );
}
