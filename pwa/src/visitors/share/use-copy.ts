import { COPIED_LABEL_MS } from '@sunloop/shared-types/limits.ts';
import { useEffect, useState } from 'react';
import { copyText } from '../../ui/layers/copy-text.ts';

/** Copies `text`; `isCopied` is true for two seconds after it worked (SPEC §9). */
export function useCopy(text: string) {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return undefined;
    const timer = setTimeout(() => setCopiedAt(0), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async () => {
    const done = 'Your referral link has been copied to clipboard';
    if (await copyText(text, done)) setCopiedAt(Date.now());
  };
  return { isCopied: copiedAt !== 0, copy };
}
