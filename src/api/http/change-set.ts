import { clientWays, type Way } from '../../contract/past.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { raiseHops } from '../../store/system/change-sets.ts';
import { openSet } from '../../services/change-set.ts';
import type { UserCall } from './call.ts';
import { type Refusal, refuse } from '../../services/refusal.ts';
import type { Route } from './route.ts';

/**
 * Reads the headers of a change: `Change-Set` names the set it belongs to, an ID that the client makes, and
 * `Change-Way` how it was made. A promise only for calls that name a set or hops.
 */
export function readChangeHeaders(
  call: UserCall,
  { method, needs }: Pick<Route, 'method' | 'needs'>,
): Refusal | undefined | Promise<Refusal | undefined> {
  if (method === 'GET') return undefined;
  const { headers } = call.request;
  const changeSet = headers.get('Change-Set');
  const named = headers.get('Change-Way');
  const chosen = wayOf(call, named);
  const refusal = refuseForms(named, changeSet);
  if (refusal) return refusal;
  const hops = readHops(headers.get('Webhook-Hops'));
  if (typeof hops === 'object') return hops;
  if (changeSet === null && hops === 0) {
    call.origin = chosen ? { way: chosen } : {};
    return undefined;
  }
  const resource = typeof needs === 'object' ? needs.of.name : null;
  return joinSet(call, { chosen, changeSet, hops, resource });
}

type Joined = {
  chosen: Way | undefined;
  changeSet: string | null;
  hops: number;
  resource: string | null;
};

/** Opens the set that the call names, and remembers what led to it. */
async function joinSet(
  call: UserCall,
  { chosen, changeSet, hops, resource }: Joined,
): Promise<Refusal | undefined> {
  const way = chosen ?? 'api';
  const isOpen = changeSet === null || (await openSet(call, { id: changeSet, way, resource }));
  if (!isOpen) return refuse(problem('S021', 'Change-Set'));
  if (hops > 0) return await joinHops(call, { hops, way, changeSet });
  call.origin = { ...(chosen && { way: chosen }), ...(changeSet !== null && { changeSet }) };
  return undefined;
}

/** How a change is made. No screen uses a key, even if the program claims it. */
function wayOf({ by, key }: UserCall, named: string | null): Way | undefined {
  return by ?? (key ? 'key' : clientWays.find((each) => each === named));
}

function refuseForms(way: string | null, changeSet: string | null): Refusal | undefined {
  if (way !== null && !clientWays.some((each) => each === way))
    return refuseHeader('Change-Way', `one of ${clientWays.join(', ')}`);
  return changeSet === null || /^[\w-]{8,64}$/.test(changeSet)
    ? undefined
    : refuseHeader('Change-Set', '8 to 64 letters, digits, hyphens or underscores');
}

/** The most webhooks of which each is the consequence of the one before. */
const MOST_HOPS = 5;

/** How many deliveries have led to this call: a receiver repeats the header of the delivery. */
function readHops(text: string | null): number | Refusal {
  if (text === null) return 0;
  if (!/^\d{1,3}$/.test(text)) return refuseHeader('Webhook-Hops', 'a whole number');
  const hops = Number(text);
  return hops > MOST_HOPS ? refuse(problem('S043', '', { max: MOST_HOPS })) : hops;
}

/** Remembers the hops with a change set, because the next delivery reads them there. */
async function joinHops(
  call: UserCall,
  { hops, way, changeSet }: { hops: number; way: Way; changeSet: string | null },
): Promise<undefined> {
  const { database } = call.services;
  const id = changeSet ?? newId();
  if (changeSet === null) await openSet(call, { id, way, resource: null, detail: { hops } });
  else await raiseHops(database, id, hops);
  call.origin = { way, changeSet: id };
}

function refuseHeader(name: string, expected: string): Refusal {
  return refuse(problem('Q004', name, { expected }), { status: 400 });
}
