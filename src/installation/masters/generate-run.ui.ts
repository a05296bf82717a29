import { call } from '../../admin/extending.ts';
import { changeSetOf } from '../../admin/client/bulk.ts';
import { withProgress } from '../../admin/client/progress.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Generated } from './contract.ts';

/** What to generate; `null` means all projects, or the newest version. */
export type Choice = { project: string | null; version: number | null };

/** Has no timeout; without changes to write, it takes as long as its dry run. */
export async function runGenerate(
  mappings: Resource,
  { project, version }: Choice,
  dryRun: boolean,
): Promise<Generated & { changeSet?: string }> {
  const body = {
    ...(project !== null && { projectId: project }),
    ...(version !== null && { mappingId: await mappingOf(mappings, version) }),
    dryRun,
  };
  const path = '/api/process/generate';
  const work = call<Generated>(path, { method: 'POST', body, timeout: false });
  const { json, headers } = await withProgress(work);
  return { ...json, ...changeSetOf(headers) };
}

/** Nobody goes back to more old versions than these. */
const MOST_VERSIONS = 10;

/** The versions with approved mappings, newest first. */
export async function readVersions(mappings: Resource, signal: AbortSignal): Promise<number[]> {
  const versions: number[] = [];
  while (versions.length < MOST_VERSIONS) {
    const before = versions.at(-1);
    const filter = before === undefined ? '' : `&mappingVersion_lt=${before}`;
    const [next] = await readApproved(mappings, `_sort=-mappingVersion${filter}`, signal);
    if (next === undefined) break;
    versions.push(next.mappingVersion);
  }
  return versions;
}

/** The route takes a version as one of its mappings. */
async function mappingOf(mappings: Resource, version: number): Promise<string> {
  const [mapping] = await readApproved(mappings, `mappingVersion=${version}`);
  return mapping?._id ?? '';
}

type Approved = { _id: string; mappingVersion: number };

async function readApproved(
  { root }: Resource,
  query: string,
  signal?: AbortSignal,
): Promise<Approved[]> {
  const one = 'status=approved&_perPage=1&_fields=mappingVersion&_total=none';
  const { json } = await call<{ data: Approved[] }>(`${root}?${one}&${query}`, {
    signal: signal ?? null,
  });
  return json.data;
}
