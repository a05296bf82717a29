import type { Identifier } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { formats, type FormatName } from '../../files/formats/formats.ts';
import type { Http } from './http.ts';
import { withProgress } from './progress.ts';
import { toListQuery, type ListRequest } from './list-query.ts';
import { saveStream, bodyStream } from './save-stream.ts';

type DownloadRequest = Pick<ListRequest, 'filter' | 'sort' | 'fields'> & {
  format: FormatName;
  /** Exports only these records. */
  ids?: readonly Identifier[] | undefined;
  /** Options of the API, with their underscore: `_references`, `_delimiter` … */
  options?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Called with each piece that arrives. */
  onPiece?: (piece: Uint8Array) => void;
};

/** Saves every record of a list as a file; false if the user cancelled. */
export type Download = (resource: string, request: DownloadRequest) => Promise<boolean>;

// A link cannot send the token, so the file is read with `fetch`.
export function createDownload(http: Http, find: (name: string) => Resource): Download {
  return (name, { format, options = {}, signal, onPiece = () => {}, ids, ...request }) => {
    const { root } = find(name);
    const query = toListQuery(request);
    query.set('format', format);
    for (const [option, value] of Object.entries(options)) query.set(option, value);
    const moment = query.get(AS_OF)?.replaceAll(':', '');
    const then = moment === undefined ? '' : `-${moment}`;
    const extension = query.get('_files') === 'true' ? 'zip' : formats[format].extension;
    const saving = saveStream(`${name}-export${then}.${extension}`, async () => {
      const headers = { Accept: '*/*' };
      const answer = await http.open(`${root}/export?${query}`, {
        ...(ids && { method: 'POST', body: { ids } }),
        headers,
        signal,
      });
      return bodyStream(answer).pipeThrough(watch(onPiece));
    });
    return withProgress(saving);
  };
}

function watch(onPiece: (piece: Uint8Array) => void) {
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      onPiece(piece);
      controller.enqueue(piece);
    },
  });
}
