import type { StorageTrouble } from '@sunloop/engine/data/storage/trouble.ts';

/** Notices about versions and the storage they share. */
export type NoticeKind = 'ready' | StorageTrouble['kind'];

export const NOTICE_TEXTS: Record<NoticeKind, { title: string; description: string }> = {
  ready: { title: 'A new version is ready', description: 'Nothing you typed is lost.' },
  outdated: {
    title: 'Sunloop was updated in another tab',
    description:
      'Reload this page to continue. It asks first if something you typed would be lost.',
  },
  blocked: {
    title: 'Sunloop is open in another tab',
    description: 'An older version is running there. Close that tab to continue here.',
  },
  stuck: {
    title: 'Sunloop cannot open its storage',
    description:
      'This page continues by itself once it can. If it does not, close Sunloop and its other tabs, or the whole browser, and open it again. Nothing you saved is lost.',
  },
  newer: {
    title: 'This device holds data from a newer version',
    description: 'Reload to update. Nothing you saved is lost.',
  },
  full: {
    title: 'This device is full',
    description: 'Free some space on it, then reload. Nothing you saved is lost.',
  },
  broken: {
    title: 'Sunloop cannot read its storage',
    description:
      'Reload, or close the browser and open it again: that often helps. What waits here to be sent cannot be read or sent until then.',
  },
};
