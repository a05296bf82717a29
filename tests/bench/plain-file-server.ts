import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/*
 * The floor of the bench of files: a bare Node server that pipes bodies into files of a folder, and files into answers.
 * No hash, no check, no permission, no synchronisation with the disk.
 */
const [folder = '.'] = process.argv.slice(2);

const server = createServer(async (request, response) => {
  const path = join(
    folder,
    new URL(request.url!, 'http://localhost').pathname.replaceAll('/', '_'),
  );
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(path));
    response.writeHead(201).end();
  } else if (request.url === '/healthz') response.end();
  else {
    response.writeHead(200, { 'Content-Length': (await stat(path)).size });
    await pipeline(createReadStream(path), response);
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
