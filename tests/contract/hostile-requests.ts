import { namesOfParameter } from '../support/names-of-parameter.ts';
import { resolvePart } from '../support/resolve-part.ts';

export type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const texts = [
  '',
  'a\0b',
  '\ud800',
  'x\udc00',
  'ä€🧪',
  ' ',
  '%',
  "'; --",
  'x'.repeat(3_000),
  '$now',
  '1,2',
  '../..',
  '__proto__',
];
const numbers = [
  0,
  -1,
  1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
];
const others = [null, true, [], {}, [[]], ['a', 'a'], { a: { b: ['\0'] } }];
const hostile = [...texts, ...numbers, ...others];
const paths = [
  'none',
  '0',
  '-1',
  '99999999999999999999',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%F0%9F%A7%AA',
  '%2e',
  'x'.repeat(64),
  'x'.repeat(700),
];

/** Writes requests for an operation of the document: about half of each is as the document says. */
export function createRequests(document: any, random: Random, ids: readonly string[]) {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)]!;

  function make(schema: any, depth = 0): unknown {
    const of = schema && resolvePart(document, schema);
    if (!of || depth > 5 || random() < 0.12) return pick(hostile);
    const choices = of.anyOf ?? of.oneOf;
    if (choices) return make(pick(choices), depth + 1);
    if (of.allOf) return Object.assign({}, ...of.allOf.map((each: any) => make(each, depth + 1)));
    if ('const' in of) return of.const;
    if (of.enum) return pick(of.enum);
    const type = Array.isArray(of.type) ? pick(of.type) : of.type;
    if (type === 'object') return makeObject(of, depth);
    if (type === 'array')
      return Array.from({ length: Math.floor(random() * 3) }, () => make(of.items, depth + 1));
    if (type === 'integer' || type === 'number')
      return (
        pick([of.minimum, of.maximum, (of.maximum ?? 5) + 1, (of.minimum ?? 1) - 1, ...numbers]) ??
        1
      );
    if (type === 'boolean') return random() < 0.5;
    if (of.format === 'date-time')
      return pick(['2026-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z']);
    if (of.format === 'date') return pick(['2026-01-01', '9999-12-31', '2026-02-30']);
    return pick([
      ...ids,
      'a',
      'Example',
      'x'.repeat(of.maxLength ?? 10),
      'x'.repeat((of.maxLength ?? 10) + 1),
    ]);
  }

  function makeObject({ properties = {}, required = [] }: any, depth: number): object {
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || random() < 3 / (1 + Object.keys(properties).length),
    );
    const made = Object.fromEntries(names.map((name) => [name, make(properties[name], depth + 1)]));
    return random() < 0.05 ? { ...made, unknown: 1 } : made;
  }

  function makeQuery(parameters: readonly any[]): string {
    const query = new URLSearchParams();
    const share = 2 / (1 + parameters.length);
    for (const { name, schema, required } of parameters) {
      if (!required && random() > share) continue;
      const value = make(schema);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      query.append(name, text);
      if (random() < 0.1) query.append(name, text);
    }
    if (random() < 0.05) query.append('unknown', pick(texts));
    return query.size === 0 ? '' : `?${query}`;
  }

  return (path: string, operation: any): { address: string; body?: string | FormData } => {
    const parameters = (operation.parameters ?? []).map((each: any) => resolvePart(document, each));
    const address = path.replaceAll(/\{\w+\}/g, () =>
      random() < 0.6 && ids.length > 0 ? pick(ids) : pick(paths),
    );
    const query = makeQuery(
      parameters.filter((each: any) => each.in === 'query').flatMap(toSeparate),
    );
    const content = operation.requestBody && resolvePart(document, operation.requestBody).content;
    if (!content) return { address: address + query };
    const form = content['multipart/form-data'];
    if (!form)
      return {
        address: address + query,
        body: JSON.stringify(make(Object.values<any>(content)[0].schema)) ?? '',
      };
    const body = new FormData();
    body.append(
      'file',
      new File(
        [pick(['a,b\n1,2\n', '[{"a":"\\u0000"}]', '', '\0'])],
        pick(['a.csv', 'a.json', 'ä.xlsx']),
      ),
    );
    for (const [name, value] of Object.entries(makeObject(resolvePart(document, form.schema), 3)))
      if (name !== 'file')
        body.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
    return { address: address + query, body };
  };
}

/** The members of `filters` are parameters of their own. */
function toSeparate(parameter: any): any[] {
  const { properties = {} } = parameter.schema;
  if (parameter.name !== 'filters') return [parameter];
  const names = namesOfParameter(parameter);
  return names.map((name) => ({ name, schema: properties[name] ?? { type: 'string' } }));
}
