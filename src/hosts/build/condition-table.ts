import { parseDescriptor } from '../../descriptor/read/parse-descriptor.ts';

/** What a condition can use, by its place, as the check of a descriptor decides. */
export function toConditionTable(): string {
  const titles = Object.keys(uses).map((title) => ` ${title} |`);
  const rows = Object.entries(places).map(([place, declare]) => {
    const cells = Object.values(uses).map((use) => (isValid(declare(use)) ? ' yes |' : ' – |'));
    return `| \`${place}\` |${cells.join('')}`;
  });
  return [`| condition |${titles.join('')}`, `|---|${'---|'.repeat(titles.length)}`, ...rows].join(
    '\n',
  );
}

const uses: Readonly<Record<string, string>> = {
  'own fields': 'hours > 1 and not done',
  '`$user`, `$today`': 'owner = $user or due < $today',
  'behind references': 'last.hours > 1',
  counts: 'count(tasks.last where not done) > 1',
  'computed fields': 'twice > 1',
  arithmetic: 'hours * 2 > 3',
  sums: 'sum(hours of tasks.last) > 1',
  '`$before`': 'hours >= $before.hours',
};

type Declared = Readonly<Record<string, unknown>>;
type Sample = { app?: Declared; fields?: Declared; resource?: Declared };

const places: Readonly<Record<string, (condition: string) => Sample>> = {
  'list.filter': (filter) => ({ resource: { list: { filter } } }),
  'views[].filter': (filter) => ({ resource: { views: [{ name: 'own', filter }] } }),
  'app.dashboard[].filter': (filter) => ({
    app: { dashboard: [{ name: 'own', kind: 'count', resource: 'tasks', filter }] },
  }),
  'permissions.<role>.<operation>': (list) => ({
    resource: { permissions: { staff: { list, read: true } } },
  }),
  'public.where': (where) => ({ resource: { public: { fields: open, where } } }),
  'public.create.when': (when) => ({
    resource: { public: { fields: open, create: { fields: ['hours', 'due'], when } } },
  }),
  'list.colors[].when': (when) => ({
    resource: { list: { colors: [{ when, color: 'danger', label: 'Late' }] } },
  }),
  'fields.<name>.filter': (filter) => ({
    fields: { next: { type: 'reference', to: 'tasks', filter } },
  }),
  'fields.<name>.when': (required) => ({ fields: { note: { type: 'text', when: { required } } } }),
  'fields.<name>.states.transitions[].when': (when) => ({
    fields: {
      state: {
        type: 'choice',
        choices: ['open', 'closed'],
        states: {
          initial: ['open'],
          transitions: [{ name: 'end', from: ['open'], to: 'closed', when }],
        },
      },
    },
  }),
  'actions[].when': (when) => ({ resource: { actions: [{ name: 'send', when }] } }),
  'checks[].check': (check) => ({ resource: { checks: [{ check, message: 'no' }] } }),
  'noOverlap[].where': (where) => ({
    resource: { noOverlap: [{ fields: ['owner'], from: 'due', to: 'end', where }] },
  }),
};

const open = ['hours', 'done', 'due', 'owner', 'last', 'twice'];

function isValid({ app = {}, fields = {}, resource = {} }: Sample): boolean {
  const users = {
    email: { type: 'email', required: true, unique: true },
    name: { type: 'text' },
    role: { type: 'choice', choices: ['admin', 'staff'] },
    status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
  };
  const tasks = {
    hours: { type: 'number' },
    twice: { type: 'number', computed: 'hours * 2' },
    done: { type: 'boolean' },
    due: { type: 'date' },
    end: { type: 'date' },
    owner: { type: 'reference', to: 'users' },
    last: { type: 'reference', to: 'tasks' },
    ...fields,
  };
  const declared = {
    app: { title: 'Tasks', ...app },
    roles: { admin: { all: true }, staff: {} },
    resources: { tasks: { fields: tasks, ...resource }, users: { fields: users } },
  };
  return 'descriptor' in parseDescriptor(JSON.stringify(declared));
}
