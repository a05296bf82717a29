import fc from 'fast-check';

/** Letters, signs that count in JSON, CSV or arrays, each control character but the one PostgreSQL has none of. */
const signs = fc.oneof(
  fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\t', '\r\n', '\u007f', '\u0085', 'é', '\u2028'),
  fc.integer({ min: 1, max: 31 }).map((code) => String.fromCharCode(code)),
  fc.string({ unit: 'binary', maxLength: 5 }).map((text) => text.replaceAll('\0', '')),
);
const text = fc.array(signs, { maxLength: 30 }).map((parts) => parts.join(''));
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 4 });
/** Values for a thing of `shapes`, of every type; those of a text, a tag or an owner make trouble where they can. */
export const randomThing = fc.record(
  {
    label: text,
    story: text,
    count: fc.maxSafeInteger(),
    weight: fc.double({ noNaN: true, noDefaultInfinity: true }),
    amount: fc
      .bigInt(-(10n ** 30n) + 1n, 10n ** 30n - 1n)
      .map((digits) => String(digits).replace(/^(-?)(\d+)(\d{3})$/, '$1$2.$3')),
    done: fc.boolean(),
    day: fc.constantFrom('0001-01-01', '2026-02-28', '9999-12-31'),
    at: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    level: fc.constantFrom(1, 2, 3),
    sizes: few(fc.constantFrom(10, 20, 30)),
    words: few(fc.oneof(text, fc.constantFrom('NULL', 'null', '', 'a b'))),
    owner: fc.constantFrom('o1', 'o "2"'),
    helpers: fc.constantFrom([], ['o1'], ['o "2"', 'o1']),
    box: fc.record({ name: text, size: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    extra: fc.jsonValue().filter((value) => !JSON.stringify(value).includes('\\u0000')),
  },
  { requiredKeys: [] },
);
