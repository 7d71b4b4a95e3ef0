import react from '@vitejs/plugin-react';
import { runnerImport, type Plugin } from 'vite';

/** How the page behind a referral link looks to begin with, after a refusal, and once the request is sent; as HTML. */
type LandingViews = Readonly<Record<'form' | 'refused' | 'sent', string>>;

export interface FirstViews {
  readonly landing: Readonly<Record<string, LandingViews>>;
  readonly requests: Readonly<Record<string, string>>;
  readonly text: Readonly<Record<'page', string>>;
  readonly auth: string;
  readonly shell: string;
}

const WITHOUT_STYLES = '\0without-styles';
/** The styles are in the files of the build. */
const withoutStyles: Plugin = {
  name: 'sunloop:without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? WITHOUT_STYLES : undefined),
  load: (id) => (id === WITHOUT_STYLES ? 'export {}' : undefined),
};

/** What each page shows until the app is there, drawn by the app's own components. */
export async function drawFirstViews(root: string): Promise<FirstViews> {
  const { module } = await runnerImport<FirstViews>(`${root}/src/first-views.tsx`, {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutStyles, react()],
  });
  return module;
}
