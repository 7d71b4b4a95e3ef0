import { useEffect, useRef, useState } from 'react';
import { StorageFull } from '@sunloop/engine/data/storage/errors.ts';
import { enqueueUpload, sendWatched, stopWatching } from '@sunloop/engine/save.ts';
import { showToast } from '../../ui/layers/notices.ts';
import type { ReadFile } from './parse-in-worker.ts';
import { useUserDb } from '../../stored/user-db.ts';

/** SPEC §8. */
const FAILED_TEXT = 'An error occurred during the bulk upload.';

/**
 * Saves the people of a file on this device and sends them one by one while the caller is on the screen. When it closes
 * or the connection is lost, the rest is sent in the background.
 */
export function useUpload(onStarted: (uploadId: string) => void) {
  const db = useUserDb();
  const [isSaving, setSaving] = useState(false);
  const [sendingId, setSendingId] = useState<string | null>(null);
  const isSending = useRef(false);
  useEffect(
    () => () => {
      if (isSending.current) void stopWatching(db);
    },
    [db],
  );

  const start = async ({ fileName, people, leftOut }: ReadFile) => {
    setSaving(true);
    try {
      isSending.current = true;
      const { uploadId } = await enqueueUpload(db, { fileName, rows: people, leftOut });
      setSendingId(uploadId);
      onStarted(uploadId);
      await sendWatched(db);
    } catch (error) {
      console.error('The upload failed on this device:', error);
      const description = error instanceof StorageFull ? error.message : FAILED_TEXT;
      showToast({ title: 'Upload failed', description, variant: 'destructive' });
    }
    isSending.current = false;
    setSaving(false);
    setSendingId(null);
  };
  return { isSaving, sendingId, start };
}
