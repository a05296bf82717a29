import { setTimeout as wait } from 'node:timers/promises';
import { createApi } from '../../src/api/create-api.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { openMedia } from '../../src/files/media/open-media.ts';
import { openBlobs } from '../../src/store/blobs/open-blobs.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { SECRET } from './api.ts';
import { otherStore } from './s3-server.ts';
import { libraryDescriptor } from './library.ts';

/** A server that begins or goes on with a job or an undo, to be killed in the middle: `URL TOKEN JOB VERB BODY FOLDER`. */
const [url = '', token = '', job = '', verb = '', body = '', folder = ''] = process.argv.slice(2);
const silent = { info() {}, warn() {}, error() {} };
const database = await openDatabase({ url, log: silent });
const descriptor = libraryDescriptor();
const store = createStore(database, () => descriptor);
const api = createApi({
  database,
  store,
  blobs: await openBlobs(otherStore() ?? { folder }),
  media: openMedia(silent),
  descriptor: () => descriptor,
  secret: SECRET,
  log: silent as never,
  version: '0',
});
const call = async (method: string, path: string, json?: string): Promise<any> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(json === undefined ? {} : { body: json }) };
  return (await api.fetch(new Request(`http://localhost${path}`, init))).json();
};
// The undo of a set is a job of its own.
const path = verb === 'undo-set' ? `/api/changes/${job}/undo` : `/api/jobs/${job}/${verb}`;
const begun = await call('POST', path, verb === 'run' || verb === 'undo-set' ? body : undefined);
const id: string = verb === 'undo-set' ? begun.id : job;
process.stdout.write('begun\n');
while ((await call('GET', `/api/jobs/${id}`)).state === 'running') await wait(20);
process.exit(0);
