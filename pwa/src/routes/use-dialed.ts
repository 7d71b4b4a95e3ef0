import { useEffect, useState } from 'react';
import { phoneReader } from '@sunloop/engine/data/phone-reader.ts';

/** What calls to a field go to, once it has been read; undefined without a number or if nobody can tell which it is. */
export function useDialed(phone: string | null | undefined): string | undefined {
  const [read, setRead] = useState<{ of: string; dialed: string | undefined }>();
  useEffect(() => {
    if (!phone) return;
    let isGone = false;
    phoneReader().then(
      (readPhone) => {
        if (!isGone) setRead({ of: phone, dialed: readPhone(phone)[0]?.dialed });
      },
      // The number stands there to be dialed by hand.
      (error: unknown) => console.error('The phone could not be read:', error),
    );
    return () => {
      isGone = true;
    };
  }, [phone]);
  return read && read.of === phone ? read.dialed : undefined;
}
