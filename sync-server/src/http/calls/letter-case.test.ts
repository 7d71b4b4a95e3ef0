import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../test/client.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = server.client();
  await client.signUp('letters');
});
afterAll(() => server.close());

test.each(['/API/user', '/Api/user', '/api/User', '/api/USER/profile', '/API'])(
  '%s is not a call: 404 in the API’s form, and not cached',
  async (path) => {
    const response = await client.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-sunloop')).toBe('1');
  },
);
