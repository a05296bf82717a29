import type { OpenWorld } from '../worlds/open-world.ts';

/** Undoes one of the change sets that the other calls have made, and what the admin did in the last minute. */
export async function callChanges({ api }: OpenWorld): Promise<void> {
  const by = api.userId('admin');
  const call = (method: string, path: string, body?: object) =>
    api.call(method, path, { as: 'admin', ...(body && { body }) });
  const { json } = await call('GET', '/api/changes?_perPage=100');
  const { id } = json.data.find(({ mayUndo }: { mayUndo: boolean }) => mayUndo);
  await call('GET', `/api/changes/${id}`);
  await call('GET', `/api/changes/records?by=${by}`);
  await call('POST', `/api/changes/${id}/undo`, { everything: true });
  await call('POST', `/api/changes/${id}/undo`, {});
  const [from, to] = [Date.now() - 60_000, Date.now()].map((at) => new Date(at).toISOString());
  await call('POST', '/api/changes/undo', { by, from, to });
}
