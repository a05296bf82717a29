import type { Identifier } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import { formats, type FormatName } from '../../files/formats/formats.ts';
import type { Http } from './http.ts';
import { withProgress } from './progress.ts';
import { toListQuery, type ListRequest } from './list-query.ts';
import { saveStream, streamOf } from './save-stream.ts';

type DownloadRequest = Pick<ListRequest, 'filter' | 'sort' | 'fields'> & {
  format: FormatName;
  /** The records alone that are named. */
  ids?: readonly Identifier[] | undefined;
  /** Of the API, with their underscore: `_references`, `_delimiter` … */
  options?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** Told of each piece that has come. */
  onPiece?: (piece: Uint8Array) => void;
};

/** Saves every record of a list as a file; false when the user thought better of it. */
export type Download = (resource: string, request: DownloadRequest) => Promise<boolean>;

// A link cannot carry the token, so the file comes by fetch.
export function createDownload(http: Http, find: (name: string) => Resource): Download {
  return (name, { format, options = {}, signal, onPiece = () => {}, ids, ...request }) => {
    const { root } = find(name);
    const query = toListQuery(request);
    query.set('format', format);
    for (const [option, value] of Object.entries(options)) query.set(option, value);
    const saving = saveStream(`${name}-export.${formats[format].extension}`, async () => {
      const headers = { Accept: '*/*' };
      const answer = await http.open(`${root}/export?${query}`, {
        ...(ids && { method: 'POST', body: { ids } }),
        headers,
        signal: signal ?? null,
      });
      return streamOf(answer).pipeThrough(watch(onPiece));
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
