/** The API key that a change came through, with the `_id` of its owner: not everybody may see the name. */
export type KeyOfChange = { id: string; name: string; owner: string };

/** The key with this id as a `KeyOfChange`; null if there is none, or no longer. */
export function keySql(id: string): string {
  return (
    `(select json_build_object('id', k.id, 'name', k.name, 'owner', k.user_id) ` +
    `from backoffice.api_keys k where k.id = ${id})`
  );
}
