import type { Programme } from '@sunloop/shared-types/program/ladder.ts';
import { programmeRoutes } from '@sunloop/shared-types/program/program-routes.ts';
import * as v from 'valibot';

/**
 * The program's public data; undefined if our server did not answer. Not through the app's own client, which would load
 * half the app for text a visitor can do without.
 */
export async function fetchProgramme(): Promise<Programme | undefined> {
  const { path, answers } = programmeRoutes.programme;
  const response = await fetch(path);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok || !isJson) return undefined;
  const parsed = v.safeParse(answers[200], await response.json());
  return parsed.success ? parsed.output : undefined;
}
