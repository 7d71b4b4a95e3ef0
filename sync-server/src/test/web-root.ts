import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PAGE =
  '<head><!-- head --><title>Sunloop</title><!-- /head --><script type="module" src="/app.js"></script></head>' +
  '<body><div id="first-view"><!-- first view --></div>the app</body>';
const FORM = '<form method="post">{{refusal}}<input name="email" value="{{email}}"></form>';
const PARTS =
  '{{?picture}}<img src="{{picture}}">{{/picture}}' +
  '{{?callOrWrite}}Call {{helpPhone}} ({{helpDial}}) or {{helpEmail}}{{/callOrWrite}}{{?call}}Only call{{/call}}{{?write}}Only write{{/write}}';
const VIEWS = {
  form: `From {{referrer}} ({{code}})${FORM}${PARTS}`,
  refused: 'Not sent' + FORM,
  sent: 'Thank you',
};

const REQUESTS = Object.fromEntries(
  [
    'submitted',
    'refused',
    'contact_made',
    'in_progress',
    'completed',
    'closed',
    'unknown',
    'away',
  ].map((stand) => [stand, `${stand}: {{phone}}{{by}} {{refusal}}`]),
);

/** A folder as the build leaves it, with these files besides its pages; the caller removes it. */
export async function makeWebRoot(
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunloop-web-'));
  await mkdir(path.join(folder, 'assets'));
  const all = {
    'index.html': PAGE,
    'auth.html': PAGE,
    'refer.html': PAGE,
    'request-views.json': JSON.stringify(REQUESTS),
    'text-view.json': JSON.stringify({ page: '<h1>{{title}}</h1>{{text}}<p>{{changed}}</p>' }),
    'landing-views.json': JSON.stringify({ known: VIEWS, unknown: VIEWS, away: VIEWS }),
    ...files,
  };
  for (const [name, content] of Object.entries(all))
    await writeFile(path.join(folder, name), content);
  return folder;
}
