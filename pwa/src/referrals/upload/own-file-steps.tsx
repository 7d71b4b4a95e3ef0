import type { OwnFile } from '@sunloop/engine/data/own-file.ts';
import { CarrySteps } from '../courier/carry-steps.tsx';
import { RestoreSteps } from './restore-steps.tsx';

type Props = { file: OwnFile; onBack: () => void; onClose: () => void };

/** What happens to a file this app wrote, loaded with the first of them. */
export function OwnFileSteps({ file, ...props }: Props) {
  if (file.kind === 'sealed') return <CarrySteps text={file.text} {...props} />;
  return <RestoreSteps records={file.records} {...props} />;
}
