import { Suspense } from 'react';
import { Modal } from '../../ui/layers/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { lazyPart } from '../../ui/layers/lazy-part.ts';

const QrCode = lazyPart(() => import('./qr-code.tsx'), 'QrCode');

type Props = {
  link: string;
  onClose: () => void;
  /** The name on the card, which fills the screen to be scanned across a counter. */
  counterName?: string;
};

/** The person's link, for somebody beside them to scan. */
export function QrDialog({ link, counterName, ...dialog }: Props) {
  const isCard = counterName !== undefined;
  return (
    <Modal {...dialog} title={counterName ?? 'Your QR code'} width={isCard ? 'screen' : 'normal'}>
      <Suspense fallback={<Spinner label="Drawing the code" />}>
        <QrCode
          link={link}
          isCard={isCard}
          caption={
            isCard
              ? 'Scan for a free solar consultation'
              : 'Point a phone\u2019s camera at it. Works offline, too.'
          }
        />
      </Suspense>
    </Modal>
  );
}
