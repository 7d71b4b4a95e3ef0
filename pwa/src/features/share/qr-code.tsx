import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';
import { useAwake } from './use-awake.ts';
import './qr-code.css';

/** The link as a QR code, drawn here; black on white in both themes, as cameras need it. */
export function QrCode({ link, isCard }: { link: string; isCard: boolean }) {
  useAwake(isCard);
  const { size, path } = useMemo(() => qrPath(link), [link]);
  return (
    <figure className="qr-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of ${link}`}>
        <path d={path} />
      </svg>
      <figcaption className="muted">
        {isCard
          ? 'Scan for a free solar consultation'
          : 'Point a phone\u2019s camera at it. Works offline, too.'}
      </figcaption>
    </figure>
  );
}
