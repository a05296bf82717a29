import { openAsBlob } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Files to and from a server, as a program sends and takes them. */
export function createTransfers(port: number, token: string) {
  const base = `http://127.0.0.1:${port}`;
  const headers = { Authorization: `Bearer ${token}` };
  const ask = async (path: string, init: RequestInit = {}): Promise<any> => {
    const answer = await fetch(base + path, { ...init, headers: { ...headers, ...init.headers } });
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

    async run(id: string, request: object): Promise<Counts> {
      await ask(`/api/jobs/${id}/run`, toJson(request));
      for (;;) {
        await wait(500);
        const { state, summary } = await ask(`/api/jobs/${id}`);
        if (state === 'done') return summary;
        if (state !== 'running') throw new Error(`the job ended ${state}`);
      }
    },

    /** How many bytes an export has. */
    async export(query: string): Promise<number> {
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
