import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { createAccessTokens } from '../../src/api/accounts/access-token.ts';
import { askOnce, toRequest } from './client.ts';
import type { Server } from './processes.ts';
import { median, type Line } from './report.ts';

const LISTENERS = 2_000;
/** As many as one person may have. */
const EACH = 5;
const CHANGES = 10;

export type Crowd = { server: Server; url: string; secret: string; token: string; id: string };

/** What thousands of open pages cost a server, and how long a change takes to reach the last of them. */
export async function measureListeners({ server, url, secret, token, id }: Crowd): Promise<Line[]> {
  const tokens = await addPeople(url, secret);
  const before = server.memory();
  let heard = 0;
  const sockets = await Promise.all(
    Array.from({ length: LISTENERS }, (_, at) =>
      listen(server.port, at, tokens[at % tokens.length]!, (events) => (heard += events)),
    ),
  );
  const after = server.memory();
  const delays: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    heard = 0;
    const started = performance.now();
    const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*' };
    const body = JSON.stringify({ comments: `heard ${change} ${started}` });
    const answer = await askOnce(
      server.port,
      toRequest('PATCH', `/api/chems/${id}`, headers, body),
    );
    if (answer.status !== 200) throw new Error(answer.body.toString());
    while (heard < LISTENERS) await new Promise((resolve) => setTimeout(resolve, 1));
    delays.push(performance.now() - started);
  }
  sockets.forEach((socket) => socket.destroy());
  const of = `${LISTENERS} listeners`;
  return [
    {
      name: `${of}: memory of each`,
      unit: 'KiB',
      ours: ((after - before) * 1_024) / LISTENERS,
      goal: 40,
    },
    // 40 ms of it are waited on purpose, so that what is written together is told together.
    {
      name: `${of}: from a change to the last of them`,
      unit: 'ms',
      ours: median(delays),
      goal: 500,
    },
  ];
}

async function addPeople(url: string, secret: string): Promise<string[]> {
  const ids = Array.from({ length: LISTENERS / EACH }, (_, at) => `listener-${at}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into users (_id, email, name, role, status)
     select id, id || '@example.org', id, 'viewer', 'confirmed' from unnest($1::text[]) id`,
    [ids],
  );
  await client.query(
    `insert into backoffice.sessions (id, user_id, refresh_hash, expires_at)
     select id, id, id::bytea, now() + interval '1 day' from unnest($1::text[]) id`,
    [ids],
  );
  await client.end();
  const { issue } = createAccessTokens(secret, 'backoffice', Date.now);
  return await Promise.all(ids.map((id) => issue(id, id)));
}

/** Opens a stream and answers when it is told that it is there. One address has half of all connections at most. */
async function listen(
  port: number,
  at: number,
  token: string,
  onEvents: (count: number) => void,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (at % 200)}` });
  socket.setEncoding('latin1');
  socket.write(toRequest('GET', '/api/sse/', { Authorization: `Bearer ${token}` }));
  for (;;) {
    const [text] = (await once(socket, 'data')) as [string];
    if (!text.startsWith('HTTP/1.1 200') && text.startsWith('HTTP/')) throw new Error(text);
    if (text.includes('event: ready')) break;
  }
  socket.on('data', (text: string) => onEvents(text.split('event: record.').length - 1));
  return socket;
}
