import { openAsBlob } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Token } from './bench-servers.ts';

/** Files to and from a server, as a program sends and takes them. */
export function createTransfers(port: number, token: Token) {
  const base = `http://127.0.0.1:${port}`;
  const signedIn = async () => ({ Authorization: `Bearer ${await token()}` });
  const ask = async (path: string, init: RequestInit = {}): Promise<any> => {
    const answer = await fetch(base + path, {
      ...init,
      headers: { ...(await signedIn()), ...init.headers },
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(body).slice(0, 1_000));
    return body;
  };
  const toForm = async (path: string): Promise<FormData> => {
    const form = new FormData();
    form.set('file', await openAsBlob(path), 'chems.csv');
    return form;
  };
  const toJson = (body: object) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

  return {
    /** The file as one request; answers the bulk summary. */
    async import(path: string, parts: Readonly<Record<string, string>>): Promise<Counts> {
      const form = await toForm(path);
      for (const [name, value] of Object.entries(parts)) form.set(name, value);
      return await ask('/api/chems/import', { method: 'POST', body: form });
    },

    /** The file as a job, which goes on while nobody waits. */
    async upload(path: string): Promise<string> {
      const job = await ask('/api/chems/jobs', { method: 'POST', body: await toForm(path) });
      return job.id;
    },

    /** The names of what a chem has. */
    async fields(): Promise<string[]> {
      const { descriptor } = await ask('/api/config');
      return Object.keys(descriptor.resources.chems.fields);
    },

    async begin(id: string, request: object): Promise<void> {
      await ask(`/api/jobs/${id}/run`, toJson(request));
    },

    async resume(id: string): Promise<void> {
      await ask(`/api/jobs/${id}/resume`, { method: 'POST' });
    },

    job: (id: string): Promise<Job> => ask(`/api/jobs/${id}`),

    /** Begins a job and waits for its end. */
    async run(id: string, request: object): Promise<Counts> {
      await this.begin(id, request);
      for (;;) {
        await wait(500);
        const { state, summary } = await this.job(id);
        if (state === 'done') return summary;
        if (state !== 'running') throw new Error(`the job ended ${state}`);
      }
    },

    /** How many bytes an export has. */
    async export(query: string): Promise<number> {
      const headers = await signedIn();
      const sent = get({ port, path: `/api/chems/export?${query}`, headers });
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      if (answer.statusCode !== 200)
        throw new Error(`an export was answered with ${answer.statusCode}`);
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      await once(answer, 'end');
      return bytes;
    },
  };
}

export type Counts = { total: number; created: number; failed: number };

type Job = { state: string; doneRow: number; summary: Counts };

export type Transfers = ReturnType<typeof createTransfers>;
