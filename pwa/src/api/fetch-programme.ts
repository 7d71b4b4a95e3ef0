import { type Programme, programmeRoutes } from '@sunloop/shared-types';
import * as v from 'valibot';

/**
 * What anybody may know of the program; undefined where our server did not answer it. Not through the app's
 * own client: half the app would come with it, for lines a visitor can do without.
 */
export async function fetchProgramme(): Promise<Programme | undefined> {
  const { path, answers } = programmeRoutes.programme;
  const response = await fetch(path);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok || !isJson) return undefined;
  const parsed = v.safeParse(answers[200], await response.json());
  return parsed.success ? parsed.output : undefined;
}
