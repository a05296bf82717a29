import { useNotify, type RaRecord } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { toRecord } from '../../client/record-json.ts';
import { call } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useRefresh } from '../use-refresh.ts';

type RestoreOrder = {
  /** The record as the user sees it. */
  record: RaRecord;
  version: number;
  fields: readonly string[];
};

/** Restores fields of an earlier version, shows it on all screens, and offers to undo it. */
export function useRestore(): (order: RestoreOrder) => Promise<RaRecord> {
  const texts = useTexts('history');
  const { resource } = useResource();
  const refresh = useRefresh();
  const notify = useNotify();
  const notifyError = useNotifyError();

  const undo = async (order: RestoreOrder): Promise<void> => {
    try {
      await refresh(await sendRestore(resource, order));
      notify(texts.undone, { type: 'success' });
    } catch (error) {
      notifyError(error);
    }
  };
  return async (order) => {
    const restored = await sendRestore(resource, order);
    void refresh(restored);
    const text = fillTemplate(texts.restored, { count: order.fields.length });
    const before = order.record._version as number;
    notify(text, {
      type: 'success',
      action: {
        label: texts.undo,
        run: () => void undo({ ...order, record: restored, version: before }),
      },
    });
    return restored;
  };
}

async function sendRestore(
  { root }: Resource,
  { record, version, fields }: RestoreOrder,
): Promise<RaRecord> {
  const { json } = await call<Record<string, unknown>>(
    `${root}/${encodeURIComponent(record.id)}/restore`,
    {
      method: 'POST',
      headers: { 'If-Match': `"${record._version as number}"` },
      body: { version, fields },
    },
  );
  return toRecord(json);
}
