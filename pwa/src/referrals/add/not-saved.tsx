import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/layers/copy-text.ts';

type Props = { message: string; values: Record<string, string> };

/** Says that nothing was saved and lets the person copy their text. */
export function NotSaved({ message, values }: Props) {
  const copy = () =>
    copyText(Object.values(values).filter(Boolean).join('\n'), 'Paste it somewhere safe.');
  return (
    <Banner
      tone="bad"
      icon="alert"
      action={
        <Button variant="quiet" size="sm" icon="copy" onPress={() => void copy()}>
          Copy text
        </Button>
      }
    >
      {message}
    </Banner>
  );
}
