import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import './file-drop.css';

type Props = {
  label: string;
  hint: string;
  /** What the system's file dialog offers. */
  accept: string;
  /** Gets the file, and how many came with it and are not taken. */
  onFile: (file: File, others: number) => void;
  children?: ReactNode;
};

/** Takes one file, chosen with its button or, as a shortcut, dropped on it. */
export function FileDrop({ label, hint, accept, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? [];
    if (file) onFile(file, others.length);
    // The same file may be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };
  const handleDrag = (event: DragEvent, isHere: boolean) => {
    event.preventDefault();
    setOver(isHere);
  };
  return (
    <div
      className="file-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => handleDrag(event, true)}
      onDragLeave={(event) => handleDrag(event, false)}
      onDrop={(event) => {
        handleDrag(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <p>{hint}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => take(event.target.files)}
      />
      <Button variant="primary" onPress={() => input.current?.click()}>
        {label}
      </Button>
      {children}
    </div>
  );
}
