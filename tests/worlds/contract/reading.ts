import { describe, expect, test } from 'vitest';
import type { Resource } from '../../../src/descriptor/descriptor.ts';
import { evaluateFilter, valuesAtPath } from '../../../src/descriptor/filter/evaluate-filter.ts';
import { toLeaf } from '../../../src/descriptor/filter/operands.ts';
import { isSortable } from '../../../src/descriptor/filter/query-lists.ts';
import { systemFieldTable } from '../../../src/descriptor/system-fields.ts';
import { isBareNumber } from '../../../src/fields/text/bare-number.ts';
import type { Field } from '../../../src/fields/type/field.ts';
import { operators, type Operator } from '../../../src/fields/type/operators.ts';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World, WorldRecord } from '../world.ts';

/** What every resource answers to whoever reads it. */
export function describeReading(world: World, opened: () => OpenWorld): void {
  describe.each(namedResources(world))('%s', (_, resource) => {
    const { root } = resource;
    const get = async (query: string): Promise<any> => {
      const { api, admin } = opened();
      const { status, json, text } = await api.call('GET', `${root}?${query}`, { as: admin });
      if (status !== 200) throw new Error(`${root}?${query}: ${text}`);
      return json;
    };
    const idsOf = async (query: string): Promise<string[]> =>
      (await get(query)).data.map(({ _id }: WorldRecord) => _id);

    test('returns each record as the list does, with its version', async () => {
      const { api, admin, records } = opened();
      for (const record of (await records(resource)).slice(0, 3)) {
        const { status, json, headers } = await api.call('GET', `${root}/${record._id}`, {
          as: admin,
        });

        expect([status, json, headers.get('ETag')]).toEqual([200, record, `"${record._version}"`]);
      }
    });

    test('is listed by page and by cursor as at once', async () => {
      const all = await idsOf('_perPage=1000');
      const perPage = Math.max(1, Math.ceil(all.length / 3));

      const pages = await Promise.all(
        [1, 2, 3].map((page) => idsOf(`_perPage=${perPage}&_page=${page}`)),
      );
      const byCursor: string[] = [];
      let next: string | null | undefined;
      while (next !== null) {
        const page = await get(`_perPage=${perPage}${next ? `&_after=${next}` : ''}`);
        byCursor.push(...page.data.map(({ _id }: WorldRecord) => _id));
        next = page.next;
      }

      expect(pages.flat()).toEqual(all);
      expect(byCursor).toEqual(all);
      expect((await get('')).total).toBe(all.length);
    });

    test('is sorted by every sortable field, empty values last', async () => {
      const records = new Map((await opened().records(resource)).map((each) => [each._id, each]));
      const wrong: string[] = [];
      for (const [path, field] of pathsOf(resource)) {
        if (!isSortable(field)) continue;
        for (const sign of ['', '-']) {
          const ids = await idsOf(`_perPage=1000&_sort=${sign}${path}`);
          const isSorted = isInOrder(
            field,
            sign,
            ids.map((id) => valuesAtPath(records.get(id)!, path)[0]),
          );
          if (ids.length !== records.size || !isSorted) wrong.push(sign + path);
        }
      }

      expect(wrong).toEqual([]);
    });

    test('filters by every operator of every field', async () => {
      const records = (await opened().records(resource)).slice(0, 100);
      const ids = JSON.stringify({ _id_in: records.map(({ _id }) => _id) });
      // The rest of a large resource is left out, so that what is expected stays quick to say.
      const among = records.length < 100 ? '' : `&where=${encodeURIComponent(ids)}`;
      const wrong: string[] = [];
      for (const [path, field] of pathsOf(resource)) {
        for (const operator of field.kind.filter.operators) {
          const operands = operandsOf(path, field, operator, records);
          if (!operands) continue;
          const leaf = toLeaf({ path, field, operator }, operands);
          const meets = (record: WorldRecord) => evaluateFilter(leaf, record);
          const expected = records.filter(meets).map(({ _id }) => _id);
          const query = toQuery(path, operator, operands);
          const found = await idsOf(`_perPage=1000&_sort=_id&_fields=_id${among}&${query}`);
          if (found.join() !== expected.join())
            wrong.push(`${query} finds ${found.length} of ${expected.length}`);
        }
      }

      expect(wrong).toEqual([]);
    });

    test('is found by the words in its searched fields', async () => {
      const [record] = (await opened().records(resource)).slice(-1);
      for (const field of resource.fields.values()) {
        const [word] = field.search
          ? textOf(valuesAtPath(record ?? {}, field.name)[0]).split(/\s+/)
          : [];
        if (!word) continue;

        expect(await idsOf(`_perPage=1000&q=${encodeURIComponent(word)}`)).toContain(record!._id);
      }
    });

    test('refuses unknown parameters, naming them', async () => {
      const { api, admin } = opened();
      const wrong = ['nope=1', '_sort=nope', '_fields=nope', 'where={"nope":1}', '_version=x'];
      for (const query of wrong) {
        const { status, json } = await api.call('GET', `${root}?${query}`, { as: admin });

        expect([query, status]).toEqual([query, 400]);
        expect(json.problems[0].path).toMatch(/nope|_version/);
      }
    });
  });
}

/** Every path a list can be asked for: system fields, own fields, parts. */
function pathsOf(resource: Resource): [string, Field][] {
  const own = [...resource.fields.values()].flatMap((field): [string, Field][] => [
    [field.name, field],
    ...[...(field.kind.parts?.(field.settings) ?? [])].map(([name, part]): [string, Field] => [
      `${field.name}.${name}`,
      part,
    ]),
  ]);
  return [...systemFieldTable, ...own];
}

/** Operands some record meets, in the number the operator takes; undefined where no record has a value. */
function operandsOf(
  path: string,
  field: Field,
  operator: Operator,
  records: readonly WorldRecord[],
): unknown[] | undefined {
  const values = records.flatMap((record) => valuesAtPath(record, path));
  const [one, other = one] = [values[0], values.at(-1)];
  const { takes } = operators[operator];
  if (takes === 'flag') return [];
  if (one === undefined) return undefined;
  if (takes === 'text') return [textOf(one).trim().slice(0, 5).toUpperCase()];
  if (takes === 'one') return [other];
  const isTurned = takes === 'two' && compare(field, one, other) > 0;
  return isTurned ? [other, one] : [one, other];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toQuery(path: string, operator: Operator, operands: readonly unknown[]): string {
  const name = operator === 'eq' ? path : `${path}_${operator}`;
  const { takes } = operators[operator];
  if (takes === 'flag') return `${name}=true`;
  const isList = takes === 'two' || (takes === 'many' && operator === 'in');
  // In a list a comma that is part of a value is encoded twice.
  const text = (operand: unknown): string => String(operand).replaceAll(',', isList ? '%2C' : ',');
  const values = operands.map((operand) => encodeURIComponent(text(operand)));
  return isList ? `${name}=${values.join()}` : values.map((value) => `${name}=${value}`).join('&');
}

const collator = new Intl.Collator('und');

/** References are ordered by the titles of what they refer to, which a test of their own looks at. */
function isInOrder(field: Field, sign: string, values: readonly unknown[]): boolean {
  if (field.kind.relation) return true;
  const filled = values.filter((value) => value !== undefined);
  if (values.slice(0, filled.length).includes(undefined)) return false;
  return filled.every((value, index) => {
    if (index === 0) return true;
    const compared = compare(field, filled[index - 1], value);
    return sign === '-' ? compared >= 0 : compared <= 0;
  });
}

function compare(field: Field, left: unknown, right: unknown): number {
  if (typeof left === 'string' && !isBareNumber(field))
    return collator.compare(left, String(right));
  return Number(left) - Number(right);
}
