import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { fieldsByKey } from '../../src/files/export/export-references.ts';
import { importFiles, type ImportFile } from '../../src/files/import/import-files.ts';
import type { ImportTerms } from '../../src/files/import/import-parts.ts';
import type { ImportSummary } from '../../src/files/import/import-summary.ts';
import { plainLayout, type FileLayout } from '../../src/files/formats/file-layout.ts';
import { toFile, plainCsv } from '../../src/files/formats/to-file.ts';
import { toTableColumns } from '../../src/files/formats/table-column.ts';
import { formatNames, formats, type FormatName } from '../../src/files/formats/formats.ts';
import { loadSample } from '../../src/api/sample/load-sample.ts';
import { openMedia } from '../../src/files/media/open-media.ts';
import { openBlobs } from '../../src/store/blobs/open-blobs.ts';
import { openSampleFiles } from '../../src/api/sample/sample-files.ts';
import { newId } from '../../src/store/records/sql/new-id.ts';
import { openTestInstallation } from '../support/installation.ts';

/** The real records lie beside the checkout of those who have them; for others the sample must do. */
const realFolder = join(import.meta.dirname, '../../../shared/data/records');
const sampleFolder = join(import.meta.dirname, '../../src/installation/sample');
const folder = existsSync(realFolder) ? realFolder : sampleFolder;

const blobFolder = await mkdtemp(join(tmpdir(), 'backoffice-test-blobs-'));
const media = openMedia({ info() {}, warn() {} });
const installation = await openTestInstallation();
const { database } = installation;
const fileServices = { database, blobs: await openBlobs({ folder: blobFolder }), media };
afterAll(async () => {
  media.close();
  await installation.close();
  await rm(blobFolder, { recursive: true });
});

type Opened = { resource: Resource; open: ImportFile['open']; layout?: FileLayout };

async function importAll(
  opened: Opened[],
  terms: ImportTerms = {},
): Promise<Map<string, ImportSummary>> {
  const { store, descriptor } = installation;
  const by = { userId: null };
  const parts = { target: store, descriptor, role: 'admin', by, newId };
  const source = await openSampleFiles(sampleFolder, { ...fileServices, store }, by);
  const files = opened.map(({ layout, ...file }) => {
    const key = file.resource.importKey;
    const said = { mode: 'upsert' as const, key, mapping: new Map() };
    return { ...file, files: source, options: layout ? { ...said, layout } : said };
  });
  const summaries = await importFiles(parts, files, terms);
  return new Map([...summaries].map(([file, each]) => [file.resource.name, each]));
}

function filesOf(path: string): Opened[] {
  return readdirSync(path).flatMap((name) => {
    const resource = installation.descriptor.resources.get(basename(name, extname(name)));
    const isFile = resource && /\.(nd)?json$/.test(name);
    return isFile ? [{ resource, open: () => createReadStream(join(path, name)) }] : [];
  });
}

/** What an export of all records of a resource holds. */
async function* exportOf(resource: Resource, format: FormatName): AsyncGenerator<Uint8Array> {
  const { store, descriptor } = installation;
  const byKey = fieldsByKey(descriptor, 'admin', resource);
  const query = { sort: [], page: 1, perPage: 10, total: 'none' as const };
  const names = ['_id', '_version', ...resource.fields.keys()];
  const asArrayOf = formats[format].fromArrays ? names : undefined;
  const batches = store.stream(resource, query, undefined, { byKey, asArrayOf });
  const columns = toTableColumns(resource, names);
  const file = { app: descriptor.app, resource, batches, columns, csv: plainCsv };
  for await (const piece of toFile(format, file)) {
    yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
  }
}

/** The summaries in which something else happened than this to every row. */
function othersThan(
  what: 'created' | 'unchanged',
  summaries: ReadonlyMap<string, ImportSummary>,
): [string, ImportSummary][] {
  return [...summaries].filter((entry) => entry[1][what] < entry[1].total || entry[1].failed > 0);
}

describe('the sample of the first start', () => {
  test('is imported completely, and a second time changes nothing', async () => {
    const first = await loadSample({ ...installation, fileServices }, sampleFolder);
    const second = await loadSample({ ...installation, fileServices }, sampleFolder);

    expect(othersThan('created', first!)).toEqual([]);
    expect(othersThan('unchanged', second!)).toEqual([]);
    expect(first!.get('chems')!.total).toBeGreaterThan(150);
  });

  test('contains users who cannot sign in', async () => {
    const { rows } = await installation.database.query('select from backoffice.credentials');

    expect(rows).toEqual([]);
  });
});

describe('the records of the installation', () => {
  test('are imported without a failure, over the sample as well', async () => {
    const dry = await importAll(filesOf(folder), { dryRun: true });
    const real = await importAll(filesOf(folder));

    for (const [name, { total, failed, problems }] of real) {
      expect([name, failed, problems]).toEqual([name, 0, []]);
      const { store, descriptor } = installation;
      expect(await store.count(descriptor.resources.get(name)!)).toBe(total);
    }
    expect(dry).toEqual(real);
  }, 120_000);

  test('change nothing when imported again', async () => {
    const summaries = await importAll(filesOf(folder));

    expect(othersThan('unchanged', summaries)).toEqual([]);
  }, 120_000);

  test.each(formatNames)(
    'exported as %s and imported again change nothing',
    async (format) => {
      const resources = [...installation.descriptor.resources.values()];

      const summaries = await importAll(
        resources.map((resource) => ({
          resource,
          open: () => exportOf(resource, format),
          layout: { ...plainLayout, format, delimiter: format === 'tsv' ? '\t' : ',' },
        })),
      );

      expect(othersThan('unchanged', summaries)).toEqual([]);
    },
    120_000,
  );
});
