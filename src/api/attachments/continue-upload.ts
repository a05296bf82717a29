import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StoredFile, Upload } from '../../contract/files.ts';
import { problem } from '../../fields/problems/problem.ts';
import { BlobFailure } from '../../store/blobs/blob-store.ts';
import {
  addPart,
  findUpload,
  removeUpload,
  touchUpload,
  type StartedUpload,
} from '../../store/system/files/uploads.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { limitUpload } from '../http/answer/file-streams.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { uploadLimitsOf } from '../http/upload-limits.ts';
import { acceptFile, refuseUpload, type Arrived } from '../../services/files/accept-file.ts';
import { receiveBytes } from './receive-bytes.ts';
import { findTarget, type UploadTarget } from './upload-target.ts';

export async function readUpload(call: UserCall): Promise<Reply> {
  const upload = await find(call);
  if (isRefusal(upload)) return upload;
  const { id, name, size, received, file } = upload;
  const facts = { id, name, size, received, ...(file && { file }) };
  return answer(call, 200, Upload, facts, offsetOf(upload));
}

export async function cancelUpload(call: UserCall): Promise<Reply> {
  const upload = await find(call);
  if (isRefusal(upload)) return upload;
  await removeUpload(call.services.database, upload.id);
  await removeParts(call, upload);
  return answerEmpty(call, 204);
}

/**
 * Receives the next part. What arrived before a line was cut counts, unless it is very little, and the next part goes on
 * from there. The last part may be sent again, by a sender who has not received the answer.
 */
export function continueUpload(call: UserCall): Promise<Reply> {
  return limitUpload(call, async () => {
    const upload = await find(call);
    if (isRefusal(upload)) return upload;
    const target = findTarget(call, `${upload.resource}.${upload.field}`);
    if (isRefusal(target)) return target;
    const { file, received, parts } = upload;
    const offset = call.request.headers.get('Upload-Offset');
    if (file && [received, parts.at(-1)].some((position) => offset === String(position)))
      return answer(call, 201, StoredFile, file);
    if (offset !== String(received)) {
      const reason = problem('Q025', 'Upload-Offset', { offset: received });
      return refuse(reason, { headers: offsetOf(upload) });
    }
    const added = await receivePart(call, upload);
    if (isRefusal(added)) return added;
    const isLast = added.received === added.size;
    if (!isLast && call.request.headers.get('Upload-Complete') === '?1')
      return refuse(problem('Q026', 'Upload-Complete', { size: added.size }), { status: 400 });
    return isLast ? await complete(call, target, added) : answerEmpty(call, 204, offsetOf(added));
  });
}

async function find(call: UserCall): Promise<StartedUpload | Refusal> {
  const { params, services, user } = call;
  return (await findUpload(services.database, params['id'] ?? '', user._id)) ?? refuseAs('S001');
}

function offsetOf({ received, size }: StartedUpload): Record<string, string> {
  return { 'Upload-Offset': String(received), 'Upload-Length': String(size) };
}

async function receivePart(
  call: UserCall,
  upload: StartedUpload,
): Promise<StartedUpload | Refusal> {
  const path = join(call.services.blobs.scratch, randomUUID());
  const limits = uploadLimitsOf(call.services);
  const rest = upload.size - upload.received;
  const { leastPart: min, mostParts: max } = limits;
  const tooSmall = () => refuse(problem('Q028', '', { min, max }), { headers: offsetOf(upload) });
  if (rest > 0 && upload.parts.length >= max) return tooSmall();
  try {
    const most = Math.min(limits.mostPart, rest);
    const part = await receiveBytes(call.request, path, most, limits);
    if (part === 'tooLarge') return refuse(problem('Q012', '', { max: most }));
    const isLast = part.size === rest;
    if (part.size < min && !isLast) return part.isCut ? refuseCut(upload) : tooSmall();
    if (part.size === 0) return upload;
    const added = await storePart(call, upload, path, part.size);
    return part.isCut && !isLast && !isRefusal(added) ? refuseCut(added) : added;
  } finally {
    await rm(path, { force: true });
  }
}

/** Adds a part to the upload, unless another request has added one in its place. */
async function storePart(
  { services: { blobs, database } }: UserCall,
  upload: StartedUpload,
  path: string,
  size: number,
): Promise<StartedUpload | Refusal> {
  const { id, received: from } = upload;
  const key = partKey(id, from, size);
  await blobs.put(key, path, size);
  if (await addPart(database, id, from, size))
    return { ...upload, received: from + size, parts: [...upload.parts, from] };
  const now = await findUpload(database, id, upload.createdBy);
  if (!now || now.file || !partKeys(now).includes(key)) await blobs.remove(key);
  return now
    ? refuse(problem('Q025', 'Upload-Offset', { offset: now.received }), { headers: offsetOf(now) })
    : refuseAs('S001');
}

/** The refusal of a part that was cut or too slow; it says where the sender must go on. */
function refuseCut(upload: StartedUpload): Refusal {
  return refuse(problem('I015', ''), { headers: offsetOf(upload) });
}

/** Puts the parts together, and accepts the file. A refused file is gone with its parts. */
async function complete(
  call: UserCall,
  target: UploadTarget,
  upload: StartedUpload,
): Promise<Reply> {
  const path = join(call.services.blobs.scratch, randomUUID());
  try {
    await touchUpload(call.services.database, upload.id);
    const arrived = await joinParts(call, upload, path);
    const file = await acceptFile(call.services, target.field, arrived, call.user._id);
    if ('code' in file) {
      const { database } = call.services;
      const finished = (await findUpload(database, upload.id, upload.createdBy))?.file;
      if (finished) return answer(call, 201, StoredFile, finished);
      // A scanner that cannot be reached may be there when the sender tries again.
      if (file.code !== 'S039') await forget(call, upload);
      return refuseUpload(file);
    }
    await removeParts(call, upload);
    return answer(call, 201, StoredFile, file);
  } finally {
    await rm(path, { force: true });
  }
}

async function joinParts(
  { services: { blobs } }: UserCall,
  upload: StartedUpload,
  path: string,
): Promise<Arrived> {
  const hash = createHash('sha256');
  async function* bytes() {
    for (const key of partKeys(upload)) {
      const part = await blobs.read(key);
      if (!part) throw new BlobFailure('unreachable', `the store has no ${key}`);
      for await (const piece of part as AsyncIterable<Uint8Array>) {
        hash.update(piece);
        yield piece;
      }
    }
  }
  await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  const { size } = await stat(path);
  const { id: uploadId, name } = upload;
  return { uploadId, path, name, size, sha256: hash.digest('hex') };
}

async function forget(call: UserCall, upload: StartedUpload): Promise<void> {
  await removeUpload(call.services.database, upload.id);
  await removeParts(call, upload);
}

async function removeParts(
  { services: { blobs } }: UserCall,
  upload: StartedUpload,
): Promise<void> {
  for (const key of partKeys(upload)) await blobs.remove(key);
}

function partKeys({ id, parts, received }: StartedUpload): string[] {
  return parts.map((from, at) => partKey(id, from, (parts[at + 1] ?? received) - from));
}

/** With its size: what is left of a cut line may arrive after the sender has begun the part again. */
function partKey(id: string, from: number, size: number): string {
  return `uploads/${id}/${from}-${size}`;
}
