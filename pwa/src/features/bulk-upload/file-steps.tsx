import { Suspense, useState } from 'react';
import type { UserDb } from '../../data/user-db.ts';
import { FileDrop } from '../../ui/forms/file-drop.tsx';
import { useOpenForm } from '../../ui/forms/open-forms.ts';
import { lazyPart } from '../../ui/layers/lazy-part.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FilePreview } from './file-preview.tsx';
import type { ParsedFile } from './parse-in-worker.ts';
import { TemplateTab } from './template-tab.tsx';
import { type CsvFile, useCsvFile } from './use-csv-file.ts';
import { useHandedFile } from './use-handed-file.ts';

const OwnFileSteps = lazyPart(() => import('./own-file-steps.tsx'), 'OwnFileSteps');

const TABS = [
  { id: 'upload', label: 'Upload File' },
  { id: 'template', label: 'Download Template' },
] as const;

/** What a picker may offer: Android goes by types alone, and each of its apps has its own for CSV. */
const CSV_TYPES =
  '.csv,.sunloop,text/plain,text/csv,text/comma-separated-values,application/csv,application/vnd.ms-excel,application/octet-stream';

type Props = {
  db: UserDb;
  isShared: boolean;
  isSaving: boolean;
  onUpload: (file: ParsedFile) => void;
  onClose: () => void;
};

/** The steps from no file to one that was checked and is ready to send. */
export function FileSteps({ db, isShared, isSaving, onUpload, onClose }: Props) {
  const [tab, setTab] = useState<string>('upload');
  const { state, choose, readAs, forget, tellUnreadable } = useCsvFile();
  // An opened file is not stored anywhere until it is saved.
  useOpenForm(state.kind !== 'none');
  useHandedFile(isShared, { onFile: choose, onTrouble: tellUnreadable });
  if (state.kind === 'ready') {
    return (
      <FilePreview
        file={state.file}
        isSaving={isSaving}
        onChoose={readAs}
        onUpload={onUpload}
        onBack={forget}
      />
    );
  }
  if (state.kind === 'own') {
    return (
      <Suspense fallback={<Spinner label="Reading the file" />}>
        <OwnFileSteps db={db} file={state.file} onBack={forget} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <Tabs label="Bulk upload" tabs={TABS} selected={tab} onSelect={setTab}>
      {tab === 'upload' ? <ChooseFile state={state} onFile={choose} /> : <TemplateTab />}
    </Tabs>
  );
}

type ChooseProps = {
  state: Exclude<CsvFile, { kind: 'ready' | 'own' }>;
  onFile: (file: File) => void;
};

function ChooseFile({ state, onFile }: ChooseProps) {
  if (state.kind === 'reading') {
    return (
      <div className="upload-reading">
        <Spinner label={`Reading ${state.fileName}`} />
        <p>Reading {state.fileName}...</p>
      </div>
    );
  }
  return (
    <FileDrop
      label="Choose CSV file"
      hint="Drop a .csv file here, or choose one. The name and the email of each person are enough."
      accept={CSV_TYPES}
      onFile={onFile}
    />
  );
}
