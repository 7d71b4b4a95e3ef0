import { lazy, type ComponentType, type ReactNode } from 'react';
import { isServerThere } from '../../lib/is-server-there.ts';
import { whenBack } from '../../lib/when-back.ts';
import { standNotice } from './notices.ts';

const LOST = {
  title: 'Not on this device yet.',
  description: 'It opens by itself as soon as you’re online.',
  onDismiss: () => standNotice('lost'),
};
/** How many parts wait for the signal. */
let lost = 0;

/**
 * What `load` imports. Without signal, what is not stored here is told in words and tried again until it comes, so that
 * nobody has to reload a page and lose what they typed. A file that the server no longer has still is an error.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isServerThere()) throw error;
  }
  lost += 1;
  standNotice('lost', LOST);
  await new Promise<void>((resolve) => whenBack(resolve));
  lost -= 1;
  if (lost === 0) standNotice('lost');
  return loadPart(load);
}

/** The component that `part` is. */
type PartOf<Part> = Part extends (props: infer Props) => ReactNode ? ComponentType<Props> : never;

/** A component that is loaded when it is first drawn. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  // The conditional type says that it is a component, which TypeScript cannot see for a name it does not know.
  return lazy(async () => ({ default: (await loadPart(load))[name] as PartOf<Module[Name]> }));
}
