import { useParams } from '@tanstack/react-router';
import { Landing } from '../visitors/landing/landing.tsx';

/** /refer/{referralCode}: public; welcomes visitors and takes quote requests, with or without signal. */
export function ReferPage() {
  const { code } = useParams({ from: '/refer/$code' });
  return (
    <>
      <title>Your free solar consultation · Sunloop</title>
      <Landing code={code} />
    </>
  );
}
