import type { Route } from '@sunloop/shared-types/route.ts';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Content = Readonly<Record<string, { readonly schema: unknown }>>;
interface Response {
  readonly $ref?: string;
  readonly content?: Content;
}
interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An answer as it came. */
export interface Came {
  readonly status: number;
  /** Without parameters; undefined if there is no body. */
  readonly type: string | undefined;
  readonly body: unknown;
}

/** Refusals by what is no matter of one call, such as a head that is too large. */
const OF_ANY_CALL: ReadonlySet<number> = new Set([431]);

/** What contradicts an API's document, in words; nothing if it holds. */
export interface Told {
  /** Of a call's answer: its status, its media type, a field that is missing, of another type, or not described. */
  faultsOfAnswer(route: Route, came: Came): string[];
  /** Of a body that the server takes. */
  faultsOfBody(route: Route, body: unknown): string[];
}

export function tellBy(document: Document): Told {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(closed(document) as object, 'api');

  const faultsAt = (place: readonly string[], value: unknown): string[] => {
    const validate = ajv.getSchema(`api#${pointerOf(place)}`);
    if (!validate) return [`nothing is described at ${place.join(' ')}`];
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };

  return {
    faultsOfAnswer(route, { status, type, body }) {
      const place = placeOf(route);
      const operation = document.paths[place[1]]?.[place[2]];
      const key = OF_ANY_CALL.has(status) ? '4XX' : String(status);
      const response = operation?.responses[key];
      if (!response) return [`${status} is not named`];
      const at = response.$ref?.slice(2).split('/') ?? [...place, 'responses', key];
      if (type === undefined) return response.content ? ['a body is promised'] : [];
      return faultsAt([...at, 'content', type, 'schema'], body);
    },
    faultsOfBody: (route, body) =>
      faultsAt([...placeOf(route), 'requestBody', 'content', 'application/json', 'schema'], body),
  };
}

const placeOf = ({ path, method }: Route) =>
  ['paths', path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()] as const;

const pointerOf = (place: readonly string[]) =>
  place
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');

/** The document, in which an object has the fields that are described and no others. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isObject = copy['type'] === 'object' && typeof copy['properties'] === 'object';
  return isObject ? { additionalProperties: false, ...copy } : copy;
}
