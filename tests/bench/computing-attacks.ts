import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './attacks.ts';
import type { Caller } from './caller.ts';
import { toChemRow } from './chem-rows.ts';

/** Ordinary work that computes much, which many people do at the same time. */
export const computingAttacks: readonly Attack[] = [
  {
    name: 'exports as of a moment',
    run: async (caller, _, stop) => {
      const moment = new Date().toISOString();
      await repeat(stop, () => caller.ask('GET', `/api/chems/export?format=xlsx&_asOf=${moment}`));
    },
  },
  {
    name: 'lookups without an index',
    run: (caller, _, stop) =>
      repeat(stop, (times) =>
        caller.ask('POST', '/api/chems/lookup', {
          values: Array.from({ length: 1_000 }, (__, at) => `unlike any ${times} ${at}`),
          fields: ['comments', 'smiles', 'molecularFormula', 'iupacName'],
        }),
      ),
  },
  {
    name: 'previews with steps',
    run: async (caller, _, stop) => {
      const job = await upload(caller, rowsOfChems(40_000));
      const steps = [
        { do: 'trim', column: 'commonName' },
        { do: 'replace', column: 'iupacName', find: '([a-z])yl', by: '$1YL', isPattern: true },
        { do: 'case', column: 'molecularFormula', to: 'upper' },
      ];
      await repeat(stop, () => caller.ask('POST', `/api/jobs/${job}/look`, { steps }));
    },
  },
  {
    name: 'dry runs',
    run: async (caller, _, stop) => {
      const job = await upload(caller, rowsOfChems(20_000));
      const body = { mode: 'upsert', key: 'casId', dryRun: true };
      await repeat(stop, () => caller.ask('POST', `/api/jobs/${job}/run`, body));
    },
  },
  {
    name: 'listeners',
    run: async (caller, _, stop) => {
      for (let times = 0; times < 5; times += 1)
        caller
          .begin(`GET /api/sse/ HTTP/1.1\r\nHost: a\r\n${caller.authorization()}\r\n`)
          .on('data', () => {});
      await repeat(stop, () => wait(500).then(() => 200));
    },
  },
  {
    name: 'uploads of 20 MB',
    run: (caller, _, stop) =>
      repeat(stop, async () => {
        const form = toForm(rowsOfChems(80_000));
        const { status, body } = await caller.read('POST', '/api/chems/jobs', form, FORM);
        if (status === 201) await caller.ask('DELETE', `/api/jobs/${(body as { id: string }).id}`);
        return status;
      }),
  },
];

const FORM = 'multipart/form-data; boundary=x';

async function repeat(stop: AbortSignal, work: (times: number) => Promise<number>): Promise<void> {
  for (let times = 0; !stop.aborted; times += 1) {
    const status = await work(times).catch(() => 599);
    if (status >= 400) await wait(200, undefined, { signal: stop }).catch(() => {});
  }
}

async function upload(caller: Caller, csv: Buffer): Promise<string> {
  const { status, body } = await caller.read('POST', '/api/chems/jobs', toForm(csv), FORM);
  if (status !== 201) throw new Error(`an upload was answered ${status}`);
  return (body as { id: string }).id;
}

function toForm(csv: Buffer): Buffer {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="chems.csv"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), csv, Buffer.from('\r\n--x--\r\n')]);
}

const files = new Map<number, Buffer>();

/** Made once for all attackers. 80,000 rows are 20 MB. */
function rowsOfChems(rows: number): Buffer {
  const known = files.get(rows);
  if (known) return known;
  const lines = Array.from({ length: rows }, (_, at) =>
    Object.values(toChemRow(at))
      .map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`)
      .join(','),
  );
  const csv = Buffer.from([Object.keys(toChemRow(0)).join(','), ...lines].join('\n'));
  files.set(rows, csv);
  return csv;
}
