import { useQuery } from '@tanstack/react-query';
import { call } from '../client/http.ts';

/** Somebody who is here already and may be the one who asks. */
export type Duplicate = {
  _id: string;
  name: string;
  email: string;
  organisation: string | null;
  status: string;
  because: readonly ('name' | 'address' | 'nameAndOrganisation')[];
};

export type AccessRequest = {
  _id: string;
  name: string;
  email: string;
  organisation: string | null;
  /** They have used the link that was mailed to the address. */
  emailProven: boolean;
  domain: string;
  role: string;
  createdAt: string;
  expiresAt: string;
  duplicates: readonly Duplicate[];
};

export type SignIn = {
  userId: string;
  name: string | null;
  email: string | null;
  role: string | null;
  at: string;
  address: string | null;
  browser: string | null;
  system: string | null;
};

export type Overview = {
  total: number;
  byStatus: Readonly<Record<string, number>>;
  byRole: readonly ({ role: string; total: number } & Readonly<Record<string, number | string>>)[];
  /** No mail server takes them, or none of ours sends. */
  mailsWaitSince: string | null;
  requests: { total: number; data: readonly AccessRequest[] };
  signIns: readonly SignIn[];
};

/** Who is here and who wants in. By its key a change of a user makes it be read again, in every browser. */
export function useOverview() {
  return useQuery({
    queryKey: ['users', 'overview'],
    queryFn: async ({ signal }) => (await call<Overview>('/api/admin/overview', { signal })).json,
    staleTime: 0,
  });
}
