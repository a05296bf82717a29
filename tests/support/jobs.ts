import { setTimeout as wait } from 'node:timers/promises';
import type { TestAnswer, TestApi } from './api.ts';

/** Imports of a test, as jobs. */
export type TestJobs = {
  upload(
    file: string | Uint8Array<ArrayBuffer>,
    name?: string,
    as?: string,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>;
  call(method: string, path: string, body?: unknown, as?: string): Promise<TestAnswer>;
  /** Runs the job and waits for its end. */
  run(id: string, body?: unknown, as?: string): Promise<any>;
  /** The job when it is not running any more. */
  ended(id: string): Promise<any>;
  rows(id: string, outcome: string): Promise<any[]>;
};

export function jobsOf(test: TestApi, root: string): TestJobs {
  const call: TestJobs['call'] = (method, path, body, as = 'admin') =>
    test.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  const ended = async (id: string): Promise<any> => {
    for (;;) {
      const { json } = await call('GET', `/api/jobs/${id}`);
      if (json.state !== 'running') return json;
      await wait(20);
    }
  };
  return {
    call,
    ended,
    upload: async (file, name = 'records.csv', as = 'admin', headers = {}) => {
      const form = new FormData();
      form.set('file', new Blob([file]), name);
      const request = new Request(`http://localhost${root}/jobs`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await test.tokenOf(as)}`, ...headers },
        body: form,
      });
      const response = await test.api.fetch(request, { address: '127.0.0.1' });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const { status, headers: answered } = response;
      return { status, headers: answered, text, bytes, json: JSON.parse(text) };
    },
    run: async (id, body = {}, as = 'admin') => {
      const { status, text } = await call('POST', `/api/jobs/${id}/run`, body, as);
      if (status !== 202) throw new Error(text);
      return ended(id);
    },
    rows: async (id, outcome) =>
      (await call('GET', `/api/jobs/${id}/rows?outcome=${outcome}&_perPage=100`)).json.data,
  };
}
