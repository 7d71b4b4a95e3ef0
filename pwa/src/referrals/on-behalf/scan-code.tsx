import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { readCustomerCode } from './read-customer-code.ts';

/** What browsers that read codes have, and TypeScript does not know. */
type Detector = { detect: (from: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
const LOOK_MS = 200;

/** Whether this browser reads QR codes and has a camera to offer; where not, the code is typed. */
export function canScan(): boolean {
  return detectorClass() !== undefined && navigator.mediaDevices !== undefined;
}

type Props = { onCode: (code: string) => void; onClose: () => void };

/** Shows what the camera sees until there is a customer's code in it. Nothing of it is kept or sent. */
export function ScanCode({ onCode, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isOther, setOther] = useState(false);
  const [handle] = useState(() => onCode);
  useEffect(() => {
    const ending = new AbortController();
    lookForCode(video.current, { signal: ending.signal, onOther: () => setOther(true) }).then(
      (code) => code && handle(code),
      (error: unknown) => {
        console.warn('The camera cannot be used:', error);
        setFailed(true);
      },
    );
    return () => ending.abort();
  }, [handle]);
  return (
    <Modal title="Scan their QR code" onClose={onClose}>
      {hasFailed ? (
        <Banner tone="wait" icon="alert">
          The camera cannot be used. Type the code below the QR code instead.
        </Banner>
      ) : (
        <>
          <video ref={video} className="scan-video" autoPlay muted playsInline />
          <p role="status">
            {isOther
              ? 'This is not a customer’s QR code. Theirs is on their dashboard, under ‘QR code’.'
              : 'Point the camera at the QR code on the customer’s phone.'}
          </p>
        </>
      )}
    </Modal>
  );
}

// Our codes hold links. Of any other text, such as a Wi-Fi's, the reader of what people type could make a code.
const readScannedCode = (text: string) =>
  text.includes('/refer/') ? readCustomerCode(text) : undefined;

/** How long to look, and what to do about a QR code of something else. */
type Looking = { signal: AbortSignal; onOther: () => void };

/** The first customer's code the camera sees; undefined once nobody looks any longer. Ends the camera. */
async function lookForCode(
  video: HTMLVideoElement | null,
  { signal, onOther }: Looking,
): Promise<string | undefined> {
  const Detect = detectorClass();
  if (!video || !Detect) return undefined;
  const camera = { video: { facingMode: 'environment' } };
  const stream = await navigator.mediaDevices.getUserMedia(camera);
  try {
    video.srcObject = stream;
    const detector = new Detect({ formats: ['qr_code'] });
    while (!signal.aborted) {
      const isSeen = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
      const seen = isSeen ? await detector.detect(video) : [];
      const code = seen.map(({ rawValue }) => readScannedCode(rawValue)).find(Boolean);
      if (code) return code;
      if (seen.length > 0) onOther();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
