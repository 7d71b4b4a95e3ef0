import { keepHandedFile } from '../data/handed-file.ts';

/** Where the system's share sheet posts a file or a text; the manifest names the form fields. */
export const SHARE_TARGET_PATH = '/share-target';
const SHARED_FILE_FIELD = 'csv';
const SHARED_TEXT_FIELD = 'text';

/** Keeps what was shared and redirects to the page that shows it; without anything, to the empty dialog. */
export async function receiveSharedFile(request: Request): Promise<Response> {
  const shared = sharedIn(await request.formData());
  if (shared) await keepHandedFile(shared);
  // 303: the page is fetched with GET, so that a reload does not share again.
  return Response.redirect(new URL('/referrals?upload=shared', request.url), 303);
}

/** A file before a text, which is then only about it; of several contacts in a file each, all of them. */
function sharedIn(form: FormData): File | undefined {
  const [file, ...more] = form.getAll(SHARED_FILE_FIELD).filter((entry) => entry instanceof File);
  if (file && more.length > 0 && /vcard/i.test(file.type)) {
    return new File(
      [file, ...more].flatMap((one) => [one, '\n']),
      file.name,
      { type: file.type },
    );
  }
  const text = form.get(SHARED_TEXT_FIELD);
  if (file || typeof text !== 'string' || text.trim() === '') return file;
  // A name without a dot says that it is no file (`file-kind.ts`).
  return new File([text], 'Shared text', { type: 'text/plain' });
}
