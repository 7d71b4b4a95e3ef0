import { readFile } from 'node:fs/promises';
import { minify, transformWithOxc, type Plugin } from 'vite';

/** Turns `src/theme.ts` into `/theme.js`, a blocking script with a name that never changes. */
export function themeScript(source: string): Plugin {
  const compile = async () => {
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
    return (await minify('theme.js', code)).code;
  };
  return {
    name: 'sunloop:theme-script',
    configureServer(server) {
      server.middlewares.use('/theme.js', (_request, response, next) => {
        compile().then((code) => {
          response.setHeader('Content-Type', 'text/javascript').end(code);
        }, next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'theme.js', source: await compile() });
    },
  };
}
