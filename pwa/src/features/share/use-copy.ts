import { COPIED_LABEL_MS } from '@sunloop/shared-types';
import { useEffect, useState } from 'react';
import { showToast } from '../../ui/layers/show-toast.ts';

/** Copies `text`; `isCopied` is true for two seconds after it worked (SPEC §9). */
export function useCopy(text: string) {
  const [copiedAt, setCopiedAt] = useState(0);
  useEffect(() => {
    if (copiedAt === 0) return undefined;
    const timer = setTimeout(() => setCopiedAt(0), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopiedAt(Date.now());
      await showToast({
        title: 'Copied to clipboard',
        description: 'Your referral link has been copied to clipboard',
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not allowed';
      await showToast({
        title: 'Failed to copy',
        description: `Could not copy to clipboard: ${reason}`,
        variant: 'destructive',
      });
    }
  };
  return { isCopied: copiedAt !== 0, copy };
}
