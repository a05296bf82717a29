import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withBenchServers } from './bench-servers.ts';
import { measureFiles } from './file-lines.ts';
import { toTable, type Line } from './report.ts';

/*
 * `npm run bench -- files [--rows 1000000] [--csv chems.csv]`: the part of `npm run bench -- api` that is
 * about files, alone. It has a database and servers of its own.
 */
export type FileBench = { rows: number; rounds: number; csv?: string | undefined };

export async function benchFiles(what: FileBench): Promise<Line[]> {
  const say = (text: string) => console.error(text);
  return await withBenchServers((servers) => measureFiles({ ...servers, ...what, say }));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      csv: { type: 'string' },
      out: { type: 'string', default: 'bench-files.json' },
    },
  });
  const rows = Number(values.rows);
  const lines = await benchFiles({ rows, rounds: Number(values.rounds), csv: values.csv });
  console.log(toTable(lines));
  const about = { at: new Date().toISOString(), rows, node: process.version };
  await writeFile(values.out, `${JSON.stringify({ ...about, lines }, null, 2)}\n`);
}
