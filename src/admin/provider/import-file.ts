import type { Resource } from '../../descriptor/descriptor.ts';
import type { Http } from '../http.ts';
import type { BulkSummary } from './bulk.ts';

export const importModes = ['create', 'update', 'upsert'] as const;

export type ImportOrder = {
  file: File;
  mode: (typeof importModes)[number];
  /** The field that identifies a record. */
  key: string;
  atomic: boolean;
  dryRun: boolean;
  /** Makes a repeated request answer with the first one's summary instead of importing twice. */
  once?: string;
  signal?: AbortSignal;
};

export type ImportFile = (resource: string, order: ImportOrder) => Promise<BulkSummary>;

export function createImport(http: Http, find: (name: string) => Resource): ImportFile {
  return async (name, { file, mode, key, atomic, dryRun, once, signal }) => {
    const body = new FormData();
    // The settings go first: the server reads the file as it comes in.
    for (const [part, value] of Object.entries({ mode, key, atomic, dryRun })) {
      body.set(part, String(value));
    }
    body.set('file', file);
    const { json } = await http.call<BulkSummary>(`${find(name).root}/import`, {
      method: 'POST',
      body,
      headers: once === undefined ? {} : { 'Idempotency-Key': once },
      timeout: false,
      signal: signal ?? null,
    });
    return json;
  };
}
