import type { Identities } from '../../../contract/people/identities.ts';
import { useApiQuery } from '../../kit/loading/query-state.tsx';

export const identitiesPath = '/api/users/current/identities';
export const identitiesKey = ['identities'];

/** The connections of the user with providers, and all ways to sign in; undefined while they load. */
export function useIdentities(): Identities | undefined {
  return useApiQuery<Identities>(identitiesKey, identitiesPath).data;
}
