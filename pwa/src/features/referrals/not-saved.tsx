import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/layers/show-toast.ts';

type Props = { message: string; values: Record<string, string> };

/** Says that nothing was saved and lets the person copy their text. */
export function NotSaved({ message, values }: Props) {
  const copyText = async () => {
    const text = Object.values(values).filter(Boolean).join('\n');
    try {
      await navigator.clipboard.writeText(text);
      await showToast({ title: 'Copied to clipboard', description: 'Paste it somewhere safe.' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not allowed';
      await showToast({
        title: 'Failed to copy',
        description: `Could not copy to clipboard: ${reason}`,
        variant: 'destructive',
      });
    }
  };
  return (
    <Banner
      tone="bad"
      icon="alert"
      action={
        <Button variant="quiet" size="sm" icon="copy" onPress={() => void copyText()}>
          Copy text
        </Button>
      }
    >
      {message}
    </Banner>
  );
}
