import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoredFile, Upload } from '../../contract/files.ts';
import { problem } from '../../fields/problems/problem.ts';
import { cleanName } from '../../files/media/clean-name.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { insertUpload, removeUpload } from '../../store/system/files/uploads.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { Call, UserCall } from '../http/call.ts';
import { readFileName } from '../http/answer/content-disposition.ts';
import { limitUpload } from '../http/answer/file-streams.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { isRefusal, refuse, refuseQuery, type Refusal } from '../../services/refusal.ts';
import { uploadLimitsOf } from '../http/upload-limits.ts';
import { acceptFile, refuseUpload } from '../../services/files/accept-file.ts';
import { receiveBytes } from './receive-bytes.ts';
import { checkRoom, findTarget, type Owned, type UploadTarget } from './upload-target.ts';

/** Receives a whole file, or begins an upload in parts. */
export function startUpload(call: UserCall): Promise<Reply> {
  return upload(call, call.user._id, (path) => findTarget(call, path));
}

/** The same for an owner, for a field that `find` knows by the name that the request gives. */
export function upload(
  call: Call,
  owner: string,
  find: (path: string) => UploadTarget | Refusal,
): Promise<Reply> {
  return limitUpload(call, async () => {
    const request = await readRequest(call, find);
    if (isRefusal(request)) return request;
    const { name, isWhole, size } = request;
    const target = { ...request.target, owner };
    const refused = await checkRoom(call, target, size ?? 0);
    if (refused) return refuse(refused);
    const started = { id: newId(), createdBy: owner, name, size: size ?? 0, ...of(target) };
    await insertUpload(call.services.database, started);
    if (isWhole) return await receiveWhole(call, target, started, size);
    const { id, size: whole } = started;
    return answer(
      call,
      201,
      Upload,
      { id, name, size: whole, received: 0 },
      {
        Location: `/api/files/uploads/${id}`,
        'Upload-Offset': '0',
        'Upload-Complete': '?0',
      },
    );
  });
}

function of({ resource, name }: UploadTarget): { resource: string; field: string } {
  return { resource: resource.name, field: name };
}

type Asked = { target: UploadTarget; name: string; isWhole: boolean; size: number | undefined };

async function readRequest(
  call: Call,
  find: (path: string) => UploadTarget | Refusal,
): Promise<Asked | Refusal> {
  const reader = createQueryReader(call.query);
  const path = reader.text('field');
  const problems = reader.problems();
  if (path === undefined) return refuseQuery([problem('Q015', 'field'), ...problems]);
  if (problems.length > 0) return refuseQuery(problems);
  const target = find(path);
  if (isRefusal(target)) return target;
  const { headers } = call.request;
  const name = readFileName(headers.get('Content-Disposition'));
  if (name === undefined) {
    const expected = 'a header such as attachment; filename="study.pdf"';
    return refuse(problem('Q004', 'Content-Disposition', { expected }));
  }
  const isWhole = headers.get('Upload-Complete') !== '?0';
  const announced = headers.get(isWhole ? 'Content-Length' : 'Upload-Length');
  const size = announced === null ? undefined : Number(announced);
  if (!isWhole && !(Number.isSafeInteger(size) && Number(size) > 0))
    return refuse(problem('Q004', 'Upload-Length', { expected: 'the number of bytes' }));
  return { target, name: cleanName(name), isWhole, size };
}

async function receiveWhole(
  call: Call,
  target: UploadTarget & Owned,
  { id: uploadId, name }: { id: string; name: string },
  size: number | undefined,
): Promise<Reply> {
  const { blobs, database } = call.services;
  const path = join(blobs.scratch, randomUUID());
  try {
    const received = await receiveBytes(
      call.request,
      path,
      target.most,
      uploadLimitsOf(call.services),
    );
    if (received === 'tooLarge')
      return refuse((await checkRoom(call, target, target.most + 1)) ?? []);
    if (received.isCut) return refuse(problem('I015', ''));
    const refused = size === undefined && (await checkRoom(call, target, received.size));
    if (refused) return refuse(refused);
    const arrived = { uploadId, path, name, ...received };
    const file = await acceptFile(call.services, target.field, arrived, target.owner);
    return 'code' in file ? refuseUpload(file) : answer(call, 201, StoredFile, file);
  } finally {
    await rm(path, { force: true });
    await removeUpload(database, uploadId);
  }
}
