import { keepHandedFile } from '../data/handed-file.ts';

/** Where the system's share sheet posts a file; the manifest names the form field. */
export const SHARE_TARGET_PATH = '/share-target';
const SHARED_FILE_FIELD = 'csv';

/** Keeps a shared file and redirects to the page that uploads it; without a file, to the empty dialog. */
export async function receiveSharedFile(request: Request): Promise<Response> {
  const form = await request.formData();
  const file = form.get(SHARED_FILE_FIELD);
  if (file instanceof File) await keepHandedFile(file);
  // 303: the page is fetched with GET, so that a reload does not share again.
  return Response.redirect(new URL('/referrals?upload=shared', request.url), 303);
}
