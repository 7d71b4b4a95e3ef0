import { showToast } from './notices.ts';

/** Copies a text and says so, or why not (SPEC §9); `description` is for when it worked, which is returned. */
export async function copyText(text: string, description: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied to clipboard', description });
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not allowed';
    showToast({
      title: 'Failed to copy',
      description: `Could not copy to clipboard: ${reason}`,
      variant: 'destructive',
    });
    return false;
  }
}
