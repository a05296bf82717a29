import type { JobRequest } from '../../../../contract/jobs.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { createPageState } from '../../../client/page-state.ts';
import { messageOf } from '../../../client/http.ts';
import { runJob, sendFile } from '../../../files/job/jobs.ts';

/** A collection that the person makes of a file on this page. */
export type Created = {
  name: string;
  /** The file with its records, which are imported once the collection is there. */
  rows: { file: File; request: JobRequest };
  /** How far the import is. */
  state?: 'sending' | { job: string } | { failed: string };
};

/** Outside of the pages, because the review and the restart of a screen come in between. */
export const created = createPageState<readonly Created[]>([]);

export function addCreated(one: Created): void {
  created.set([...created.get().filter(({ name }) => name !== one.name), one]);
}

export function removeCreated(name: string): void {
  created.set(created.get().filter((one) => one.name !== name));
}

/** Forgets the files that wait for collections that will not come: another one of that name would get the records. */
export function forgetFiles(exceptOf: readonly string[] = []): void {
  created.set(
    created.get().filter(({ name, state }) => state !== undefined || exceptOf.includes(name)),
  );
}

/** Imports the records of a new collection. It goes on while somebody leaves the page. */
export async function importCreated(one: Created, resource: Resource): Promise<void> {
  const { file, request } = one.rows;
  const become = (state: Created['state']): void =>
    created.set(
      created
        .get()
        .map((each) => (each.name === one.name ? { ...each, ...(state && { state }) } : each)),
    );
  become('sending');
  try {
    const sending = { key: crypto.randomUUID(), signal: new AbortController().signal };
    const job = await sendFile(resource, file, sending);
    const { id } = await runJob(job, request);
    become({ job: id });
  } catch (error) {
    become({ failed: messageOf(error) });
  }
}
