/** A descriptor with so many collections of 20 fields each, which refer to each other as those of people do. */
export function manyCollections(count: number): object {
  const resources = Array.from({ length: count }, (_, at) => [
    nameOf(at),
    collection(nameOf((at + 1) % count), nameOf((at + count - 1) % count)),
  ]);
  return {
    app: { languages: ['en', 'de'], title: 'Many' },
    roles: { admin: { all: true }, staff: {}, viewer: {} },
    resources: { users, ...Object.fromEntries(resources) },
  };
}

const nameOf = (at: number): string => `c${at}`;

const users = {
  fields: {
    name: { type: 'text', required: true },
    email: { type: 'email', required: true, unique: true },
    organisation: { type: 'text' },
    role: { type: 'choice', choices: '$roles' },
    status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
  },
};

/** `next` is what it refers to, `before` what refers to it. */
function collection(next: string, before: string): object {
  const states = {
    transitions: [{ name: 'finish', from: ['new'], to: 'done', when: "name != 'x'" }],
  };
  return {
    label: { en: 'Collection', de: 'Sammlung' },
    title: '{name} ({code})',
    importKey: 'code',
    fields: {
      code: { type: 'text', required: true, unique: true, search: true, maxLength: 20 },
      name: { type: 'text', required: true, search: true },
      remark: { type: 'markdown', label: { en: 'Remark', de: 'Bemerkung' } },
      status: {
        type: 'choice',
        choices: ['new', { value: 'done', color: 'success' }, 'gone'],
        default: 'new',
        states,
      },
      tags: { type: 'choices', choices: ['a', 'b', 'c'] },
      amount: { type: 'number', min: 0, unit: 'g' },
      price: { type: 'decimal', scale: 2 },
      total: { type: 'number', computed: 'amount * 2 + 1' },
      caption: { type: 'text', computed: "concat(name, ' ', parent.name)" },
      parent: { type: 'reference', to: next, filter: "status = 'new'" },
      others: { type: 'references', to: next },
      uses: { type: 'number', computed: `count(${before}.parent where status = 'new')` },
      day: { type: 'date' },
      at: { type: 'datetime' },
      ok: { type: 'boolean' },
      mail: { type: 'email' },
      web: { type: 'url' },
      doi: { type: 'doi' },
      place: { type: 'object', fields: { room: { type: 'text' }, row: { type: 'number' } } },
      hint: { type: 'text', when: { shown: "status = 'done'", required: 'amount > 3' } },
    },
    list: {
      columns: ['code', 'name', 'status', 'parent', 'amount', 'day'],
      filters: ['status', 'day'],
      sort: '-day,name',
    },
    form: [{ tab: 'A', fields: ['code', 'name', 'status', 'parent', 'amount'] }],
    views: [
      { name: 'open', label: { en: 'Open', de: 'Offen' }, filter: { status: 'new' }, sort: '-day' },
    ],
    checks: [
      {
        check: 'amount = null or amount < 100 or price > 3',
        message: { en: 'Too much', de: 'Zu viel' },
      },
    ],
    children: [{ resource: before, field: 'parent', columns: ['code', 'name'] }],
    permissions: {
      staff: ['list', 'read', 'create', 'update'],
      viewer: { list: "status = 'done'", read: true },
    },
  };
}
