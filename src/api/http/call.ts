import type { Caller, CurrentUser } from '../../services/acting.ts';
import type { Refusal } from '../../services/refusal.ts';
import type { LongWork } from '../../store/store.ts';
import type { ApiServices } from '../api-services.ts';
import type { Quotas } from './answer/rate-limit.ts';

/** One request, with all that a handler may need. */
export type Call = Omit<Caller, 'services'> & {
  /** Its store is restricted to the caller: it does not contain records that the permissions hide. */
  services: ApiServices;
  request: Request;
  /** The pattern of the route, for logs and limits; never the raw path, which can be spelled in many ways. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The limits under which the request was counted; the response has what is left. */
  quotas: Quotas;
  /** Reads the body, and checks its size, its form and that its characters can be stored. */
  readJson(): Promise<{ value: unknown } | Refusal>;
};

/** The call of a signed-in user. */
export type UserCall = Call & { user: CurrentUser; sessionId: string };

/**
 * The same call with a store for work on many records, which has its own share of the connections. Fails
 * before any work if others use the whole share for too long.
 */
export async function withLongWorkStore(call: UserCall, work: LongWork): Promise<UserCall> {
  await call.services.database.turn(work);
  return { ...call, services: { ...call.services, store: call.services.store.for(work) } };
}
