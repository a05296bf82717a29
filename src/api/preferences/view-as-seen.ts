import { mayDo, mayRead } from '../../descriptor/access.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { parseSort } from '../../descriptor/filter/query-lists.ts';
import { parsePath, type Asking } from '../../descriptor/filter/query-term.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { USERS } from '../../store/system/account.ts';
import type { StoredView } from '../../store/system/preferences/views.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../http/moment.ts';

/**
 * A view as its reader may use it: what names a field that is gone, or that they may not read, is
 * left out and said so. Undefined when they may not list its resource, or there is none.
 */
export function viewAsSeen(call: UserCall, view: StoredView): Record<string, unknown> | undefined {
  const asking = askingFor(call, view.resource);
  if (!asking) return undefined;
  const { where = null, q = null, sort, columns, density = null, perPage = null } = view.settings;
  const seen = {
    where: where === null ? null : whereAsSeen(asking, where),
    sort: sortAsSeen(asking, sort),
    columns: columnsAsSeen(asking, columns),
  };
  return {
    _id: view.id,
    _version: view.version,
    resource: view.resource,
    name: view.name,
    where: seen.where,
    q,
    sort: seen.sort.kept,
    columns: seen.columns.kept,
    density,
    perPage,
    roles: view.roles,
    mine: view.owner === call.user._id,
    owner: view.owner === null ? null : { _id: view.owner, name: nameAsSeen(call, view) },
    dropped: [
      ...(where !== null && seen.where === null ? ['where'] : []),
      ...(seen.sort.isCut ? ['sort'] : []),
      ...(seen.columns.isCut ? ['columns'] : []),
    ],
    createdAt: view.createdAt,
    updatedAt: view.updatedAt,
  };
}

/** How the caller asks a resource; undefined when they may not list it. */
export function askingFor(call: UserCall, name: string): Asking | undefined {
  const { descriptor, role } = call;
  const resource = descriptor.resources.get(name);
  if (!resource || !mayDo(descriptor, role, resource, 'list')) return undefined;
  return { descriptor, role, resource, moment: momentOf(call) };
}

/** The whole or nothing: half a filter would show what the other half was to keep away. */
function whereAsSeen(asking: Asking, where: unknown): unknown {
  return 'problems' in parseWhere({ ...asking, where }) ? null : where;
}

type Cut<Kept> = { kept: Kept | null; isCut: boolean };

function sortAsSeen(asking: Asking, sort: unknown): Cut<string> {
  if (typeof sort !== 'string') return { kept: null, isCut: false };
  const keys = sort.split(',');
  const kept = keys.filter((key) => 'sort' in parseSort(asking, key, 'sort'));
  return { kept: kept.join(',') || null, isCut: kept.length < keys.length };
}

function columnsAsSeen(asking: Asking, columns: unknown): Cut<readonly unknown[]> {
  if (!Array.isArray(columns)) return { kept: null, isCut: false };
  const kept = columns.filter(
    (column) => isObject(column) && 'field' in parsePath(asking, String(column['name']), ''),
  );
  return { kept: kept.length > 0 ? kept : null, isCut: kept.length < columns.length };
}

function nameAsSeen({ descriptor, role }: UserCall, { ownerName }: StoredView): string | null {
  const users = descriptor.resources.get(USERS);
  return users && mayRead(descriptor, role, users, 'name') ? ownerName : null;
}
