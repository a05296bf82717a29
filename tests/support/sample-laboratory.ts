import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase } from './database.ts';
import { runServer } from './run-server.ts';
import { signIn } from './sign-in.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

const all = ['list', 'read', 'create', 'update', 'import', 'export'];

const plainCode = { code: { type: 'text', unique: true, required: true } };

const fields = {
  ...plainCode,
  note: { type: 'text' },
  amount: { type: 'decimal', scale: 3 },
  origin: { type: 'text' },
};

export const source = {
  app: { title: 'Laboratory' },
  roles: { admin: { all: true }, chemist: {} },
  resources: {
    results: {
      importKey: 'code',
      permissions: { chemist: all },
      fields: { ...plainCode, sample: { type: 'reference', to: 'samples', required: true } },
    },
    samples: { importKey: 'code', permissions: { chemist: all }, fields },
    standards: { importKey: 'code', permissions: { chemist: all }, fields },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin', 'chemist'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
};

/** What a person has set on the screens for files such as `sampleFile`. */
export const request = {
  mode: 'upsert',
  key: 'code',
  mapping: {
    'Sample No': 'code',
    Remark: 'note',
    'Amount (mg)': { field: 'amount', decimal: ',' },
  },
  constants: { origin: 'Laboratory 7, row {row}' },
  steps: [
    { do: 'trim', column: 'Remark' },
    { do: 'case', column: 'Sample No', to: 'upper' },
  ],
  layout: { format: 'csv', encoding: 'utf-8', delimiter: ';', headerRow: 3, firstRow: 4 },
  atomic: false,
  warnings: 'import',
};

export const sampleFile = [
  'Laboratory 7;;',
  ';;',
  'Sample No;Remark;Amount (mg)',
  'a-1;  clear ;1,5',
  'a-2;cloudy  water;0,125',
  '',
].join('\n');

/** A running installation of a laboratory, and its admin. */
export async function openLaboratory(more: Readonly<Record<string, string>> = {}) {
  const folder = await openTemporaryFolder();
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    RESOURCES: join(folder, 'resources.json'),
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'info',
    ...more,
  };
  await writeFile(env.RESOURCES, JSON.stringify(source));
  const server = await runServer(env);
  const admin = await signIn(server.url, 'admin@example.org', env.ADMIN_PASSWORD);
  return {
    folder,
    database,
    env,
    server,
    admin,
    /** Saves a recipe of the admin, and returns its ID. */
    async addRecipe(name: string, resource = 'samples', changes: object = {}): Promise<string> {
      const body = { name, request: { ...request, ...changes } };
      const answer = await admin.call('POST', `/api/${resource}/recipes`, { body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.id;
    },
    /** The records without what the system adds, as CSV. */
    async records(resource = 'samples'): Promise<string> {
      const query = 'format=csv&_fields=code,note,amount,origin&_sort=code';
      const answer = await fetch(`${server.url}/api/${resource}/export?${query}`, {
        headers: { Authorization: `Bearer ${admin.token}` },
      });
      // The columns that identify a record differ.
      return (await answer.text()).replaceAll(/^[^,\n]*,\d*,/gm, '');
    },
    async emptySamples(): Promise<void> {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query('truncate samples cascade');
      await client.end();
    },
    async close(): Promise<void> {
      await server.end();
      await database.drop();
    },
  };
}

export type Laboratory = Awaited<ReturnType<typeof openLaboratory>>;
