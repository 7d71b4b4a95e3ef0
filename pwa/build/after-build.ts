import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** A plugin that works on the folder of a finished build, in the order of the plugins, after the service worker is written. */
export function afterBuild(name: string, work: (outDir: string) => Promise<void>): Plugin {
  let outDir = '';
  return {
    name: `sunloop:${name}`,
    apply: 'build',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir);
    },
    closeBundle: { order: 'post', sequential: true, handler: () => work(outDir) },
  };
}
