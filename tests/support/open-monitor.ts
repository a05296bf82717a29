import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Monitor = {
  url: string;
  host: string;
  /** The calls so far, such as `GET /secret-id/fail`. */
  calls: string[];
  /** The statuses of the next answers; then 200. */
  statuses: number[];
  close(): Promise<void>;
};

/** A service that watches backups. */
export async function openMonitor(): Promise<Monitor> {
  const server = createServer(({ method, url }, response) => {
    monitor.calls.push(`${method} ${url}`);
    response.writeHead(monitor.statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const monitor: Monitor = {
    url: `http://${host}`,
    host,
    calls: [],
    statuses: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return monitor;
}
