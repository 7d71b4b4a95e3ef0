import { useParams } from '@tanstack/react-router';
import { Offer } from '../features/refer/offer.tsx';

/** /refer/{referralCode}: public, works without any call. */
export function ReferPage() {
  const { code } = useParams({ from: '/refer/$code' });
  return (
    <>
      <title>Your free solar consultation · Sunloop</title>
      <Offer code={code} />
    </>
  );
}
