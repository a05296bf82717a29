import type { FilePlace } from '../../fields/files/file-context.tsx';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import { fetchResponse } from '../client/http.ts';

/** The address of a file for requests by scripts. They send the session, so that it never expires while somebody reads. */
export function toFilePath(
  { resources }: Descriptor,
  { id }: Pick<FileValue, 'id'>,
  place: FilePlace | undefined,
): string {
  const resource = place && resources.get(place.resource);
  const name = encodeURIComponent(id);
  return place && resource
    ? `${resource.root}/${encodeURIComponent(place.record)}/${place.past ? 'history/' : ''}files/${name}`
    : `/api/files/${name}`;
}

/** The bytes from `begin` to `end`, which is excluded. */
export async function readRange(
  path: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { Accept: '*/*', Range: `bytes=${begin}-${end - 1}` };
  const response = await fetchResponse(path, { headers, signal });
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A proxy may ignore the range and send the whole file.
  return response.status === 206 ? bytes : bytes.slice(begin, end);
}
