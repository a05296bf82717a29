import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { toChemRow } from './chem-rows.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { measure, type Measuring } from './measuring.ts';
import type { Line } from './report.ts';

export type UndoGround = {
  folder: string;
  ids: readonly string[];
  /** How many chems there are. */
  rows: number;
  /** How many records the large sets have. */
  many: number;
};

/** Undoes a bulk edit, an import that changes records and one that creates them, and undoes the last undo. */
export async function measureUndo(
  measuring: Measuring,
  { folder, ids, rows, many }: UndoGround,
): Promise<Line[]> {
  const { server, token } = measuring;
  const transfers = createTransfers(server.port, token);
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text.slice(0, 1_000));
    return { set: response.headers.get('Change-Set') ?? '', answer: JSON.parse(text) };
  };
  const runFile = async (path: string, request: object) => {
    const job = await transfers.upload(path);
    const summary = await transfers.run(job, request);
    if (summary.failed > 0) throw new Error(JSON.stringify(summary).slice(0, 1_000));
    return job;
  };

  /** Undoes a set; the ID of the undo is that of its own set. */
  async function undo(set: string, name: string, records: number, goal: number) {
    const memory = server.memory();
    const { result, seconds, peak } = await measure(measuring, name, async () => {
      const { answer } = await post(`/api/changes/${set}/undo`, {});
      for (;;) {
        const { state, summary } = (await transfers.job(answer.id)) as any;
        if (state === 'done') return { id: answer.id as string, summary };
        if (state !== 'running') throw new Error(`the undo ended ${state}`);
        await wait(20);
      }
    });
    const { created, updated, deleted } = result.summary;
    const done = created + updated + deleted;
    if (done !== records) throw new Error(`${done} of ${records}: ${JSON.stringify(result)}`);
    const lines: Line[] = [
      { name, unit: 's', ours: seconds, goal },
      {
        name: `… peak memory of the server (${memory} MiB before)`,
        unit: 'MiB',
        ours: peak,
        goal: 300,
      },
    ];
    return { lines, id: result.id };
  }

  const edited = await post('/api/chems/bulk', {
    action: 'update',
    ids: ids.slice(0, 1_000),
    data: { comments: 'edited together' },
  });
  const ofBulk = await undo(edited.set, 'undo of a bulk edit of 1,000', 1_000, 2);

  const counted = many.toLocaleString('en');
  const changes = join(folder, 'changes.csv');
  const changed = Array.from({ length: many }, (_, at) => `${toChemRow(at).casId},changed ${at}\n`);
  await writeFile(changes, `casId,comments\n${changed.join('')}`);
  const updates = await runFile(changes, { mode: 'upsert', key: 'casId' });
  const ofUpdates = await undo(updates, `undo of an import that changed ${counted}`, many, 20);

  const news = join(folder, 'news.csv');
  await writeCsv(news, many, rows);
  const creates = await runFile(news, {});
  const ofCreates = await undo(creates, `undo of an import that created ${counted}`, many, 20);
  const again = await undo(ofCreates.id, `undo of this undo (bring back ${counted})`, many, 20);
  return [ofBulk, ofUpdates, ofCreates, again].flatMap(({ lines }) => lines);
}
