import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { canServe } from '../../src/store/schema/tables/applied-descriptor.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { checkLayout, layout } from '../../src/store/schema/system-tables/layout.ts';
import { systemTables } from '../../src/store/schema/system-tables/system-tables.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { applicationVersion } from '../../src/store/application-version.ts';
import { createTables } from '../support/database.ts';

const boxes = { fields: { name: { type: 'text' as const } } };
const described = (label: string) =>
  toDescriptor({ resources: { boxes: { ...boxes, label: { en: label } } } });

/** A database as this program leaves it, and as a newer one with these layouts leaves it afterwards. */
async function withDatabase(newer: object | undefined, work: (database: Database) => unknown) {
  const { url, drop } = await createTables(described('Boxes'));
  const database = await openDatabase({ url, log: { info() {}, warn() {} } });
  try {
    if (newer)
      await database.query(
        `insert into backoffice.descriptor (fingerprint, hash, source, declaration, steps, application, layout, works_since)
         select 'newer', hash, source, declaration, '[]', '9.1.0', ($1::jsonb->>'version')::int, ($1::jsonb->>'worksSince')::int
         from backoffice.descriptor limit 1`,
        [JSON.stringify(newer)],
      );
    await work(database);
  } finally {
    await database.close();
    await drop();
  }
}

test('a new release raises the layout when it changes our own tables', () => {
  const digest = createHash('sha256').update(JSON.stringify(systemTables)).digest('hex');

  // If only the digest differs, set it here; raise the version once per release.
  expect({ version: layout.version, digest: digest.slice(0, 12) }).toEqual({
    version: 1,
    digest: '63cb900b8e6a',
  });
});

describe('a database', () => {
  test('records the layout of our own tables and the version that made them', async () => {
    await withDatabase(undefined, async (database) => {
      const recorded = await database.first(
        'select application, layout, works_since from backoffice.descriptor',
      );

      expect(recorded).toEqual({
        application: applicationVersion,
        layout: layout.version,
        works_since: layout.worksSince,
      });
      expect(await checkLayout(database)).toEqual({ isNewer: false });
      expect(await canServe(database)).toBe(true);
    });
  });

  test('records the version when only that has changed', async () => {
    await withDatabase(undefined, async (database) => {
      await database.query("update backoffice.descriptor set application = '0.0.1'");

      await applyAdditive(database, described('Boxes'));

      const recorded = 'select application from backoffice.descriptor order by seq';
      expect(await database.rows(recorded)).toEqual([
        { application: '0.0.1' },
        { application: applicationVersion },
      ]);
    });
  });

  test('of a newer version that works with this one keeps its own tables', async () => {
    const newer = { version: layout.version + 1, worksSince: layout.version };
    await withDatabase(newer, async (database) => {
      await database.query(
        `create or replace function backoffice.words(text[]) returns text
           language sql immutable parallel safe strict as $$ select array_to_string($1, E'\\x1f') || '' $$`,
      );

      const { refused } = await applyAdditive(database, described('Cartons'));

      const source = `select prosrc from pg_proc where oid = 'backoffice.words(text[])'::regprocedure`;
      expect(refused).toEqual([]);
      expect(await database.value(source)).toContain("|| ''");
      expect(await checkLayout(database)).toEqual({ isNewer: true });
      expect(await canServe(database)).toBe(true);
    });
  });

  test('of a newer version that does not work with this one is refused, and changes nothing', async () => {
    const newer = { version: layout.version + 1, worksSince: layout.version + 1 };
    await withDatabase(newer, async (database) => {
      const applying = applyAdditive(database, described('Cartons'));

      await expect(applying).rejects.toThrow(
        `Backoffice 9.1.0 has upgraded this database (layout ${newer.version}), and Backoffice ${applicationVersion} (layout ${layout.version}) cannot use it. ` +
          'Install 9.1.0 or newer, or restore a backup from before the upgrade.',
      );
      expect(await canServe(database)).toBe(false);
      expect(await database.value('select count(*)::int from backoffice.descriptor')).toBe(2);
    });
  });
});
