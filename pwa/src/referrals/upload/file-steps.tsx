import { Suspense, useCallback, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/forms/file-drop.tsx';
import { useOpenForm } from '../../ui/forms/open-forms.ts';
import { lazyPart } from '../../ui/layers/lazy-part.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { hasContacts } from './contacts.ts';
import type { ReadFile } from './parse-in-worker.ts';
import { PasteTab } from './paste-tab.tsx';
import { Preview } from './preview.tsx';
import { TemplateTab } from './template-tab.tsx';
import type { FindKnown } from './use-known.ts';
import { useFile } from './use-file.ts';
import { useHandedFile } from './use-handed-file.ts';

const OwnFileSteps = lazyPart(() => import('./own-file-steps.tsx'), 'OwnFileSteps');

const TABS = [
  { id: 'upload', label: 'Upload File' },
  { id: 'paste', label: 'Paste Text' },
  { id: 'template', label: 'Download Template' },
] as const;

/** What a picker may offer: Android goes by types alone, and each of its apps has its own for CSV. */
const FILE_TYPES =
  '.vcf,text/vcard,text/x-vcard,.csv,.sunloop,text/plain,text/csv,text/comma-separated-values,application/csv,application/vnd.ms-excel,application/octet-stream';

type Props = {
  isShared: boolean;
  isSaving: boolean;
  findKnown: FindKnown;
  onUpload: (file: ReadFile) => void;
  onClose: () => void;
};

/** The steps from no file to one that was checked and is ready to send. */
export function FileSteps({ isShared, isSaving, findKnown, onUpload, onClose }: Props) {
  const [tab, setTab] = useState<string>('upload');
  const [text, setText] = useState('');
  const { state, choose, chooseContacts, readAs, forget, tellUnreadable } = useFile();
  // An opened file is not stored anywhere until it is saved.
  useOpenForm(state.kind !== 'none' || text !== '');
  const [isNothingHere, setNothingHere] = useState(false);
  const onNothing = useCallback(() => setNothingHere(true), []);
  useHandedFile(isShared, { onFile: choose, onTrouble: tellUnreadable, onNothing });
  if (state.kind === 'ready') {
    return (
      <Preview
        file={state.file}
        isSaving={isSaving}
        findKnown={findKnown}
        onChoose={readAs}
        onUpload={onUpload}
        onBack={forget}
      />
    );
  }
  if (state.kind === 'own') {
    return (
      <Suspense fallback={<Spinner label="Reading the file" />}>
        <OwnFileSteps file={state.file} onBack={forget} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Tabs label="Bulk upload" tabs={TABS} selected={tab} onSelect={setTab}>
      {state.kind === 'reading' ? (
        <div className="upload-reading">
          <Spinner label={`Reading ${state.fileName}`} />
          <p>Reading {state.fileName}...</p>
        </div>
      ) : tab === 'upload' ? (
        <>
          {isNothingHere && isShared && (
            <Banner tone="wait" icon="alert" title="Nothing arrived">
              What you shared or opened is not here. Please share it again, or choose it below.
            </Banner>
          )}
          <ChooseFile onFile={choose} onContacts={chooseContacts} />
        </>
      ) : tab === 'paste' ? (
        <PasteTab text={text} onText={setText} onFile={choose} />
      ) : (
        <TemplateTab />
      )}
    </Tabs>
  );
}

type ChooseProps = { onFile: (file: File, others: number) => void; onContacts: () => void };

function ChooseFile({ onFile, onContacts }: ChooseProps) {
  return (
    <FileDrop
      label="Choose CSV file"
      hint="Drop a .csv file or contacts (.vcf) here, or choose one. The name and the email of each person are enough."
      accept={FILE_TYPES}
      onFile={onFile}
    >
      {hasContacts() && (
        <Button variant="quiet" icon="people" onPress={onContacts}>
          Choose from your contacts
        </Button>
      )}
    </FileDrop>
  );
}
