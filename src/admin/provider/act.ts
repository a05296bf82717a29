import type { RaRecord } from 'react-admin';
import type { Action } from '../../descriptor/actions.ts';
import type { Http } from '../client/http.ts';
import { toRecord } from '../client/record-shape.ts';

/** Which action on which record, and what was told in its form. */
export type ActOrder = {
  action: Action;
  record: { id: string | number; _version?: unknown };
  form: Readonly<Record<string, unknown>>;
};

/** Answers with the record as it is afterwards. */
export type Act = (order: ActOrder) => Promise<RaRecord>;

export function createAct(http: Http): Act {
  return async ({ action: { method, path, form: fields }, record, form }) => {
    const version = typeof record._version === 'number' ? `"${record._version}"` : '*';
    const { json } = await http.call(path.replace('{_id}', encodeURIComponent(record.id)), {
      method,
      headers: { 'If-Match': version },
      ...(fields.size > 0 && { body: form }),
    });
    return toRecord(json) as RaRecord;
  };
}
