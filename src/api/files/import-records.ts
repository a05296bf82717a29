import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Resource } from '../../descriptor/descriptor.ts';
import { asChangeSet } from '../../services/change-set.ts';
import { importNow } from '../../services/import/import-now.ts';
import { readTexts } from '../../services/import/read-texts.ts';
import { admitImport } from '../../services/import/refuse-import.ts';
import { isRefusal } from '../../services/refusal.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import { limitUpload } from '../http/answer/file-streams.ts';
import { withLongWorkStore, type UserCall } from '../http/call.ts';
import { onlyOnce } from '../http/only-once.ts';
import { receiveUpload, type Upload } from './receive-upload.ts';

/** Imports a file and responds with the result of its rows. */
export function receiveImport(call: UserCall, resource: Resource): Promise<Reply> {
  return limitUpload(call, () => importUpload(call, resource));
}

async function importUpload(ordinary: UserCall, resource: Resource): Promise<Reply> {
  const started = await withLongWorkStore(ordinary, 'import');
  const upload = await receiveUpload(started.request, started.services);
  if (isRefusal(upload)) return upload;
  const set = { way: 'import', resource: resource.name, detail: { file: upload.name } } as const;
  try {
    const call = await asChangeSet(started, set);
    const file = { ...upload, open: () => createReadStream(upload.path) };
    const request = await admitImport(call, resource, readTexts(upload.fields), file);
    if (isRefusal(request)) return request;
    const { signal } = call.request;
    const answer = await onlyOnce(call, fingerprint(upload), async (_keep, id) =>
      JSON.stringify(await importNow(call, { resource, request, file: upload, id, signal })),
    );
    return typeof answer === 'string' ? answerJson(call, 200, answer) : answer;
  } finally {
    await upload.remove();
  }
}

function fingerprint({ hash, fields }: Upload): string {
  const sorted = [...fields].sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256').update(hash).update(JSON.stringify(sorted)).digest('hex');
}
