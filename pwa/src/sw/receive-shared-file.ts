import { type HandedFile, keepHandedFile } from '@sunloop/engine/data/handed-file.ts';
import { SHARED_PAGE } from '@sunloop/shared-types/visitors/pages.ts';

/** The form fields that the manifest names. */
const SHARED_FILE_FIELD = 'csv';
const SHARED_TEXT_FIELD = 'text';

/** What the browser goes by where no page says otherwise. */
const DEFAULT_POLICIES: readonly ReferrerPolicy[] = ['', 'strict-origin-when-cross-origin'];

/**
 * Whether another site's page posted this. The system names no origin; a page hides its own by a policy, which is seen here. Only
 * a page in a sandbox looks like the system: what it hands over is shown like a shared file, and added by nobody but the person.
 */
function isForeign({ headers, referrer, referrerPolicy, url }: Request): boolean {
  const { origin: own } = new URL(url);
  const origin = headers.get('Origin') ?? 'null';
  if (origin !== 'null') return origin !== own;
  const isFromElsewhere = /^https?:/.test(referrer) && new URL(referrer).origin !== own;
  return isFromElsewhere || !DEFAULT_POLICIES.includes(referrerPolicy);
}

/** Keeps what was shared and redirects to the page that shows it; without anything, to the empty dialog. */
export async function receiveSharedFile(request: Request): Promise<Response> {
  if (isForeign(request)) return Response.redirect(new URL('/', request.url), 303);
  const shared = sharedIn(await request.formData());
  if (shared) await keepHandedFile(shared);
  // 303: the page is fetched with GET, so that a reload does not share again.
  return Response.redirect(new URL(SHARED_PAGE, request.url), 303);
}

/** A file before a text, which is then only about it: the first one, or all contacts of several that have one each. */
function sharedIn(form: FormData): HandedFile | undefined {
  const [file, ...more] = form.getAll(SHARED_FILE_FIELD).filter((entry) => entry instanceof File);
  if (file && more.length > 0 && /vcard/i.test(file.type)) {
    const cards = [file, ...more].flatMap((one) => [one, '\n']);
    return { file: new File(cards, file.name, { type: file.type }), others: 0 };
  }
  const text = form.get(SHARED_TEXT_FIELD);
  if (file) return { file, others: more.length };
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  // A name without a dot says that it is no file (`file-kind.ts`).
  return { file: new File([text], 'Shared text', { type: 'text/plain' }), others: 0 };
}
