import { mayRead } from '../../descriptor/access.ts';
import { takesViews } from '../../api/http/admit.ts';
import type { Operation } from '../../api/http/operation/operation.ts';
import type { Route } from '../../api/http/route.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Asked } from './open-world.ts';
import { addedTo, OTHER, type Differing } from './other-world.ts';
import { isSeen } from './sight.ts';

/** A request, and the route that it asks. */
export type Question = Asked & { route: string };

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

type Values = Readonly<Record<string, readonly string[]>>;

/** The most values of a parameter, and the most bodies, that are asked: first what the role may not see. */
const MOST = 12;

/** The requests of a route by which a role could learn something: about records that it sees and others, with each parameter. */
export function questionsOf(route: Route, about: Differing): Question[] {
  const { method, path, needs } = route;
  if (!takesViews(route) || method === 'DELETE' || route.alias) return [];
  // Everybody may see what is published, and who changes permissions may see all. A stream of events never ends.
  if (/sse.?$/.test(path) || ['nobody', 'configurer', 'admin'].some((one) => one === needs))
    return [];
  const resources = resourcesOf(route, about.descriptor);
  const operation = route.operation();
  const queries = route.takesQuery ? queriesOf(operation, resources[0], about) : [''];
  const bodies = method === 'GET' ? [undefined] : bodiesOf(operation, resources[0], about);
  // With all parameters only for the first record, or there would be too many.
  return pathsOf(path, resources, about).flatMap((each, at) =>
    (at === 0 ? queries : queries.slice(0, 1)).flatMap((query) =>
      bodies.map((body) => ({ route: `${method} ${path}`, method, path: each + query, body })),
    ),
  );
}

/** The collections whose records a path can name. */
function resourcesOf({ needs, path }: Route, { resources }: Descriptor): Resource[] {
  if (typeof needs === 'object') return [needs, ...(needs.and ?? [])].map(({ of }) => of);
  return [...resources.values()].filter(({ root }) => `${path}/`.startsWith(`${root}/`));
}

function pathsOf(path: string, resources: readonly Resource[], about: Differing): string[] {
  if (!path.includes(':')) return [path];
  const cards = about.descriptor.app.dashboard.map(({ name }) => name);
  const ids = path.includes(':card') ? cards : resources.flatMap((one) => idsOf(one, about));
  return [...ids, 'nobody'].map((id) =>
    path.replace(':version', '1').replace(/:\w+/, id).replace(/:\w+/g, 'nobody'),
  );
}

/** Records that the role sees, and others, of which one is in the trash and one only in the other world. */
function idsOf(resource: Resource, { made, sight }: Differing): string[] {
  const ids = made.ids.get(resource.name) ?? [];
  const [seen = [], hidden = []] = [true, false].map((sees) =>
    ids.filter((id) => isSeen(sight, resource, id) === sees).slice(0, 2),
  );
  return [...seen, ...hidden, ...ids.slice(-1), addedTo(resource)];
}

/** The values of each parameter that can name or compare something hidden. */
function valuesFor(resource: Resource, { descriptor, sight }: Differing): Values {
  const fields = [...resource.fields.values()];
  const own = fields.map(({ name }) => name);
  const beyond = fields.flatMap((field) => {
    const target = descriptor.resources.get(field.kind.relation?.(field.settings).to ?? '');
    const names = [...(target?.fields.keys() ?? [])];
    const hidden = names.filter((name) => target && !mayRead(descriptor, sight.role, target, name));
    return [...hidden, ...names.slice(0, 1)].map((name) => `${field.name}.${name}`);
  });
  const counts = [...descriptor.resources.values()].flatMap((other) =>
    [...other.fields.values()]
      .filter(({ kind, settings }) => kind.relation?.(settings).to === resource.name)
      .map((field) => `count(${other.name}.${field.name})`),
  );
  const hidden = own.filter((name) => !mayRead(descriptor, sight.role, resource, name));
  const named = [...new Set([...hidden, ...beyond, ...own, 'updatedAt'])];
  const where = [
    ...[...hidden, ...beyond].map((path) => ({ [`${path}_null`]: false })),
    ...counts.map((path) => ({ [`${path}_gt`]: 0 })),
  ];
  return {
    q: ['Plain', OTHER, `${OTHER} 901`],
    where: where.map((each) => JSON.stringify(each)),
    ...Object.fromEntries(
      ['_sort', '_fields', 'fields', 'field', '_by'].map((one) => [one, named]),
    ),
    _aggregate: named.flatMap((name) => [`${name}:count`, `${name}:max`]),
    _total: ['exact', 'estimate'],
    format: ['csv', 'json', 'xlsx'],
  };
}

/** The queries of a route: with what it requires, and with each of its parameters besides. */
function queriesOf(
  { parameters = [] }: Operation,
  of: Resource | undefined,
  about: Differing,
): string[] {
  const known = of ? valuesFor(of, about) : {};
  const own = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, example }) => {
      const examples = example === undefined ? [] : [toText(example)];
      return { name, required, values: (known[name] ?? examples).slice(0, MOST) };
    });
  const toQuery = (...more: [string, string][]): string => {
    const required = own.flatMap(({ name, values: [first], required: isRequired }) =>
      isRequired && first !== undefined ? [[name, first] as const] : [],
    );
    const query = new URLSearchParams(Object.fromEntries([...required, ...more]));
    return query.size > 0 ? `?${query}` : '';
  };
  const each = own.flatMap(({ name, values }) => values.map((value) => toQuery([name, value])));
  return [...new Set([toQuery(), ...each])];
}

/** The bodies of a question: the example of its description, and each field that it can name. */
function bodiesOf(
  { requestBody }: Operation,
  of: Resource | undefined,
  about: Differing,
): unknown[] {
  const example = requestBody?.content['application/json']?.example ?? {};
  if (!of) return [example];
  const writes = about.made.writes.filter(({ resource }) => resource === of);
  const bodies = (valuesFor(of, about)['field'] ?? []).map((name) => ({
    values: [...writes.map(({ values }) => toText(values?.[name] ?? 'Plain')), OTHER],
    fields: [name],
  }));
  return [example, ...bodies, { ids: idsOf(of, about) }].slice(0, MOST);
}
