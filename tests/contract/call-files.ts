import { fileFields } from '../../src/descriptor/file-fields.ts';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { finishFileWork } from '../support/file-work.ts';
import { makePdf } from '../support/make-pdf.ts';
import { makePicture } from '../support/make-picture.ts';
import { exampleRecord } from '../worlds/example-record.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

/** Uploads files in every way, reads them from records and from their past, and copies one with another title. */
export async function callFiles(world: OpenWorld): Promise<void> {
  const resources = world.resources.filter((each) => fileFields(each).length > 0);
  for (const resource of resources) await callFilesOf(world, resource);
  const [first] = resources;
  for (const [method, path] of [
    ['GET', '/api/admin/files'],
    ['POST', '/api/admin/files/clean'],
  ] as const)
    await world.api.call(method, path, { as: world.admin });
  await callParts(world, `${first!.name}.${fileFields(first!)[0]!.name}`);
}

async function callFilesOf(world: OpenWorld, resource: Resource): Promise<void> {
  const as = world.admin;
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    world.api.call(method, path, { as, body, headers });
  const ids: string[] = [];
  const values: Record<string, unknown> = {};
  for (const { name, kind, settings } of fileFields(resource)) {
    const isPicture = (settings['accept'] ?? []).includes('image');
    const bytes = isPicture
      ? await makePicture(9, 9)
      : makePdf([`text of ${resource.name}.${name}`]);
    const disposition = `attachment; filename="a.${isPicture ? 'png' : 'pdf'}"`;
    const path = `/api/files?field=${resource.name}.${name}`;
    const { json } = await call('POST', path, bytes, { 'Content-Disposition': disposition });
    values[name] = kind.column(settings).many ? [json.id] : json.id;
    ids.push(json.id);
    // Nobody makes pictures before `finishFileWork`.
    await call('GET', `/api/files/${json.id}?size=small`);
    await readAll(`/api/files/${json.id}`);
    await call('POST', `/api/files/${json.id}/copies`, { title: 'Another title' });
  }
  const body = { ...(await exampleRecord(world, resource, 900)), ...values };
  // A picture in place of a structure.
  for (const { when } of fileFields(resource))
    for (const condition of Object.keys(when?.shown ?? {}))
      if (condition.endsWith('_null')) body[condition.slice(0, -'_null'.length)] = null;
  const { json } = await call('POST', resource.root, body);
  const path = `${resource.root}/${json._id}`;
  for (const id of ids) {
    await call('GET', `${path}/files/${id}?size=small`);
    await call('GET', `${path}/history/files/${id}?size=small`);
  }
  await finishFileWork(world.api);
  await call('GET', '/api/search?q=text');
  for (const id of ids) {
    await readAll(`${path}/files/${id}`);
    await readAll(`${path}/history/files/${id}`);
    await call('GET', `${path}/files/${id}/pages?q=text`);
    if (resource.publicFields.length > 0)
      await readAll(`/api/public/${resource.name}/${json._id}/files/${id}`);
  }
  const files = ids.map((id) => ({ id, resource: resource.name, record: json._id }));
  await call('POST', '/api/files/links', { files });
  await call('DELETE', path, undefined, { 'If-Match': '*' });

  async function readAll(of: string): Promise<void> {
    const { headers } = await call('GET', of);
    await call('GET', of, undefined, { Range: 'bytes=0-3' });
    await call('GET', of, undefined, { 'If-None-Match': headers.get('ETag') });
  }
}

async function callParts({ api, admin: as }: OpenWorld, field: string): Promise<void> {
  const first = 100_000;
  const bytes = Buffer.concat([makePdf(['in parts']), Buffer.alloc(first)]);
  const start = () =>
    api.call('POST', `/api/files?field=${field}`, {
      as,
      body: Buffer.alloc(0),
      headers: {
        'Content-Disposition': 'attachment; filename="parts.pdf"',
        'Upload-Complete': '?0',
        'Upload-Length': String(bytes.length),
      },
    });
  const path = (await start()).headers.get('Location')!;
  const send = (from: number, to?: number) =>
    api.call('PATCH', path, {
      as,
      body: bytes.subarray(from, to),
      headers: { 'Upload-Offset': String(from) },
    });
  await send(0, first);
  await api.call('GET', path, { as });
  await send(first);
  await api.call('DELETE', (await start()).headers.get('Location')!, { as });
}
