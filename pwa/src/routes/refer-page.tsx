import { useParams } from '@tanstack/react-router';
import { Landing } from '../features/refer/landing.tsx';

/** /refer/{referralCode}: public; greets, and takes requests for a quote with or without signal. */
export function ReferPage() {
  const { code } = useParams({ from: '/refer/$code' });
  return (
    <>
      <title>Your free solar consultation · Sunloop</title>
      <Landing code={code} />
    </>
  );
}
