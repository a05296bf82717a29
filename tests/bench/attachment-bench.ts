import { randomFillSync } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { studiesSource } from '../support/studies.ts';
import { writeFile } from 'node:fs/promises';
import { withBenchServers } from './bench-servers.ts';
import { startServer, type Server } from './processes.ts';
import { median, toTable, type Line } from './report.ts';

/*
 * `npm run bench -- attachments [--megabytes 256 --rounds 5]`: uploads and downloads of one large file, in turns with a
 * plain Node file server, and the memory and event loop of the server while it has them.
 */
const PIECE = randomFillSync(Buffer.alloc(1_000_000));

/** Sends so many megabytes; returns the answer's body. */
function send(port: number, path: string, megabytes: number, headers: Record<string, string>) {
  return new Promise<string>((resolve, reject) => {
    const outgoing = request(
      {
        port,
        path,
        method: 'POST',
        headers: { ...headers, 'Content-Length': megabytes * PIECE.length },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () =>
          response.statusCode === 201 ? resolve(text) : reject(new Error(text)),
        );
      },
    );
    outgoing.on('error', reject);
    let left = megabytes;
    const write = (): void => {
      while (left > 0) {
        left -= 1;
        // Each megabyte differs, so that no file system stores it once.
        PIECE.writeUInt32LE(left);
        if (!outgoing.write(Buffer.from(PIECE))) return void outgoing.once('drain', write);
      }
      outgoing.end();
    };
    write();
  });
}

function receive(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port, path, headers }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => (bytes += piece.length));
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(String(response.statusCode))),
      );
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '256' },
    rounds: { type: 'string', default: '5' },
  },
});
const megabytes = Number(values.megabytes);

const lines = await withBenchServers(async ({ folder, withServer }) => {
  const resources = join(folder, 'resources.json');
  await writeFile(resources, JSON.stringify(withoutLimits()));
  const floor = await startServer(['tests/bench/plain-file-server.ts', folder], {}, '/healthz');
  try {
    return await withServer(
      async (server, token) => {
        const headers = {
          Authorization: `Bearer ${await token()}`,
          'Content-Disposition': 'attachment; filename="large.bin"',
        };
        return await measure(server, floor, headers);
      },
      { RESOURCES: resources },
    );
  } finally {
    await floor.stop();
  }
});
console.log(toTable(lines));

async function measure(server: Server, floor: Server, headers: Record<string, string>) {
  const times: Record<'up' | 'down', { ours: number[]; floor: number[] }> = {
    up: { ours: [], floor: [] },
    down: { ours: [], floor: [] },
  };
  await server.loopDelay();
  const { peak } = await server.peakOf(async () => {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      let id = '';
      times.up.floor.push(await timed(() => send(floor.port, '/large', megabytes, {})));
      times.up.ours.push(
        await timed(async () => {
          const path = '/api/files?field=studies.papers';
          ({ id } = JSON.parse(await send(server.port, path, megabytes, headers)));
        }),
      );
      times.down.floor.push(await timed(() => receive(floor.port, '/large', {})));
      times.down.ours.push(await timed(() => receive(server.port, `/api/files/${id}`, headers)));
    }
  });
  const delay = await server.loopDelay();
  const toLine = (name: string, { ours, floor: theirs }: typeof times.up): Line => ({
    name,
    unit: 's',
    ours: median(ours),
    floor: median(theirs),
    goal: 1 / 0.7,
    more: { ours, floor: theirs },
  });
  return [
    toLine(`upload of ${megabytes} MB`, times.up),
    toLine(`download of ${megabytes} MB`, times.down),
    { name: 'peak memory of the server', unit: 'MiB', ours: peak, goal: 400 },
    { name: 'event loop late, at most', unit: 'ms', ours: delay.max, goal: 50 },
  ] satisfies Line[];
}

function withoutLimits() {
  const source = structuredClone(studiesSource) as any;
  source.resources.studies.fields.papers.maxSize = '5 GB';
  return source;
}
