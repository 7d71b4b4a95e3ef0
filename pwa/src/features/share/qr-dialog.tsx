import { lazy, Suspense } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

type Props = {
  link: string;
  onClose: () => void;
  /** Whose card fills the screen, to be put on a counter and scanned from across it. */
  counterName?: string;
};

/** The person's link to be scanned by somebody beside them. */
export function QrDialog({ link, counterName, ...dialog }: Props) {
  return (
    <Modal
      {...dialog}
      title={counterName ?? 'Your QR code'}
      width={counterName === undefined ? 'normal' : 'screen'}
    >
      <Suspense fallback={<Spinner label="Drawing the code" />}>
        <QrCode link={link} isCard={counterName !== undefined} />
      </Suspense>
    </Modal>
  );
}
