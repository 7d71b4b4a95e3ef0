import { ERROR_STATUS } from '@sunloop/shared-types/errors.ts';
import type { Route } from '@sunloop/shared-types/route.ts';
import { routes } from '@sunloop/shared-types/routes.ts';
import { SESSION_COOKIE } from '../session/session.ts';
import { describeOperation } from './operation.ts';
import { formsOf } from './refusals.ts';
import { describeNamedSchemas } from './schemas.ts';

const API_VERSION = '1.0.0';
const RULES = `Same origin, JSON in and out, session cookie. Every answer carries \`X-Sunloop: 1\`. All strings but
passwords are trimmed; text that PostgreSQL cannot store (NUL, unpaired surrogates) is refused. A refusal names
its cause by a machine code: ${Object.keys(ERROR_STATUS).join(', ')}. A caller who asks for too much gets 429; when the server as a whole has no room or no database, it answers 503; both say in \`Retry-After\` when to come back. Limits on an address apply to the /64 of an IPv6 one; writes of one user take turns.`;

const REFUSAL = {
  description: 'Refused, with a text for a person, a machine code and the fields at fault',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
};
const CALLERS: Readonly<Record<Route['access'], string>> = {
  public: 'Anybody may call',
  session: 'Anybody who is signed in may call',
  admin: 'Only admins may call',
};
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

/** The API as an OpenAPI 3.1 document, printed from the route table. */
export function describeApi(): Record<string, unknown> {
  const paths = describePaths();
  return {
    openapi: '3.1.0',
    info: { title: 'Sunloop', version: API_VERSION, description: RULES, license: LICENSE },
    servers: [{ url: '/', description: 'Where this document is' }],
    security: [{ session: [] }],
    tags: Object.entries(CALLERS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
      schemas: describeNamedSchemas(paths, REFUSAL),
      responses: {
        Refused: REFUSAL,
      },
    },
  };
}

function describePaths() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const method = route.method.toLowerCase();
    const [first, ...others] = formsOf(route).map(([, form]) => form);
    // The form without a marking parameter gives the operation its name.
    if (route.whenQuery !== undefined || !first) continue;
    paths[path] = { ...paths[path], [method]: describeOperation(name, [first, ...others]) };
  }
  return paths;
}
