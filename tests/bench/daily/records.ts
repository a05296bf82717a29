import type { SignedIn } from '../../support/sign-in.ts';

/** All records of a list with a filter, at most 500. */
export async function listRecords(
  caller: SignedIn,
  root: string,
  filter: Readonly<Record<string, string>> = {},
): Promise<Record<string, any>[]> {
  const query = new URLSearchParams({ _perPage: '500', ...filter });
  const { status, body } = await caller.call('GET', `${root}?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

export async function findId(
  caller: SignedIn,
  root: string,
  filter: Readonly<Record<string, string>>,
): Promise<string> {
  const [found] = await listRecords(caller, root, filter);
  if (!found) throw new Error(`${root} has no ${JSON.stringify(filter)}`);
  return found['_id'] as string;
}

export async function createRecords(
  caller: SignedIn,
  root: string,
  records: readonly object[],
): Promise<void> {
  const body = { action: 'create', records: records.map((data) => ({ data })) };
  const answer = await caller.call('POST', `${root}/bulk`, { body });
  if (answer.status !== 200 || answer.body.failed > 0) throw new Error(JSON.stringify(answer.body));
}
