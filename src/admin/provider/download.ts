import type { Resource } from '../../descriptor/descriptor.ts';
import type { Http } from '../http.ts';
import { toListQuery, type ListRequest } from './list-query.ts';
import { saveStream } from './save-stream.ts';

export type DownloadRequest = Pick<ListRequest, 'filter' | 'sort' | 'fields'> & { format: string };

/** Saves every record of a list as a file; false when the user thought better of it. */
export type Download = (resource: string, request: DownloadRequest) => Promise<boolean>;

// A link cannot carry the token, so the file comes by fetch.
export function createDownload(http: Http, find: (name: string) => Resource): Download {
  return (name, { format, ...request }) => {
    const { root } = find(name);
    const query = toListQuery(request);
    query.set('format', format);
    return saveStream(`${name}-export.${format}`, async () => {
      const { body } = await http.open(`${root}/export?${query}`);
      if (body === null) throw new Error('The server sent no file');
      return body;
    });
  };
}
