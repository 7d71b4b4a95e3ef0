import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/**
 * A proxy for HTTP on a socket file: the only way out of a machine that has a loopback interface of its own, so that what
 * it serves is reached from nowhere else. Resolves with what ends it.
 */
export async function openWayOut(file: string): Promise<() => void> {
  const server = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked;
    const onward = request(url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  server.on('connect', ({ url = '' }, near) => {
    const [host = '', port] = url.split(':');
    const far = connect(Number(port), host, () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    for (const end of [near, far]) end.on('error', () => [near, far].map((one) => one.destroy()));
  });
  server.listen(file);
  await new Promise((resolve) => server.once('listening', resolve));
  return () => {
    server.closeAllConnections();
    server.close();
  };
}
