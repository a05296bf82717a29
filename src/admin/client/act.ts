import type { RaRecord } from 'react-admin';
import type { Action } from '../../descriptor/settings/actions.ts';
import type { Http } from './http.ts';
import { toRecord } from './record-json.ts';

/** An action, the record it is applied to, and the values of its form. */
type ActOrder = {
  action: Action;
  record: { id: string | number; _version?: unknown };
  form: Readonly<Record<string, unknown>>;
};

/** Returns the record as it is after the action. */
export type Act = (order: ActOrder) => Promise<RaRecord>;

/** Applies a declared action or a step to one record, upon the version that the user sees. */
export function createAct(http: Http): Act {
  return async ({ action: { method, path, form: fields, step }, record, form }) => {
    const values = { ...form, ...(step && { [step.field]: step.to }) };
    const version = typeof record._version === 'number' ? `"${record._version}"` : '*';
    const { json } = await http.call<Record<string, unknown>>(
      path.replace('{_id}', encodeURIComponent(record.id)),
      {
        method,
        headers: { 'If-Match': version },
        ...((fields.size > 0 || step) && { body: values }),
      },
    );
    return toRecord(json);
  };
}
