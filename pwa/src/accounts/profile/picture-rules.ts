import { AVATAR_MAX_BYTES } from '@sunloop/shared-types/limits.ts';

/** Why a file cannot be the person's picture, as a toast; undefined if it can (SPEC §5). */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!type.startsWith('image/') || type === 'image/svg+xml') {
    return {
      title: 'Not an image',
      description: 'Please select a picture, such as a photo from your camera.',
    };
  }
  if (size > AVATAR_MAX_BYTES) {
    return { title: 'File too large', description: 'Please select an image smaller than 5MB.' };
  }
  return undefined;
}
