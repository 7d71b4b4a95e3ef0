import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';
import { useAwake } from './use-awake.ts';
import './qr-code.css';

type Props = {
  link: string;
  /** Below it. */
  caption?: string;
  /** Whether it fills the screen, which then stays on. */
  isCard?: boolean;
};

/** The link as a QR code, drawn here; black on white in both themes, as cameras need it. */
export function QrCode({ link, caption, isCard = false }: Props) {
  useAwake(isCard);
  const { size, path } = useMemo(() => qrPath(link), [link]);
  return (
    <figure className="qr-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of ${link}`}>
        <path d={path} />
      </svg>
      {caption && <figcaption className="muted">{caption}</figcaption>}
    </figure>
  );
}
