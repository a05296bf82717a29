/**
 * Resources with a field of every shape a value can be kept in: one column of each type of
 * PostgreSQL, a text too long for an index, arrays, a join table, parts of an object.
 */
export const shapes = {
  owners: {
    title: '{name}',
    fields: { name: { type: 'text', maxLength: 100 }, boss: { type: 'reference', to: 'owners' } },
    list: { filters: ['name', 'boss'] },
  },
  things: {
    title: '{label}',
    importKey: 'code',
    fields: {
      code: { type: 'text', unique: true, required: true, maxLength: 50, search: true },
      label: { type: 'text', maxLength: 100, search: true },
      number: { type: 'text', order: 'natural', maxLength: 50 },
      story: { type: 'text', multiline: true },
      count: { type: 'number', integer: true },
      weight: { type: 'number' },
      amount: { type: 'decimal', precision: 30, scale: 3 },
      done: { type: 'boolean' },
      day: { type: 'date' },
      at: { type: 'datetime' },
      level: { type: 'choice', choices: [1, 2, 3] },
      sizes: { type: 'choices', choices: [10, 20, 30] },
      words: { type: 'tags', search: true },
      owner: { type: 'reference', to: 'owners' },
      helpers: { type: 'references', to: 'owners' },
      box: {
        type: 'object',
        fields: {
          name: { type: 'text' },
          size: { type: 'number' },
          price: { type: 'decimal' },
          full: { type: 'boolean' },
          day: { type: 'date' },
        },
      },
      extra: { type: 'json' },
    },
    list: {
      columns: ['code', 'label', 'count', 'owner'],
      filters: [
        'label',
        'story',
        'count',
        'weight',
        'day',
        'at',
        'level',
        'sizes',
        'words',
        'owner',
        'helpers',
        'box.name',
      ],
      sort: 'label,-count',
    },
  },
};

/** A text that takes as much room as it has characters, three bytes each. */
export function incompressible(length: number): string {
  let state = 1;
  const next = () => (state = (state * 48_271) % 0x7fff_ffff);
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + (next() % 20_000))).join('');
}
