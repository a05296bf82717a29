import { renameShownAs } from '../../../descriptor/shown-as.ts';
import { isObject, type JsonObject } from '../../../descriptor/json-object.ts';
import {
  afterSign,
  ifList,
  ifText,
  inList,
  rewrite,
} from '../../../descriptor/names/rewrite-json.ts';
import { renameKeys, type Renaming } from '../../../descriptor/names/renaming.ts';

/** The settings of a saved view, or a layout of a list, which has the same parts. */
export function renameLayout(names: Renaming, of: string, layout: JsonObject): JsonObject {
  const path = (written: string): string => names.path(of, written);
  return rewrite(layout, {
    where: (where) => names.where(of, where),
    sort: (sort) => ifText(sort, (text) => inList(text, (key) => afterSign(key, path))),
    columns: (columns) =>
      ifList(columns, (one) =>
        isObject(one) ? rewrite(one, { name: (name) => ifText(name, path) }) : one,
      ),
    shownAs: (shown) => ifText(shown, (text) => renameShownAs(text, path)),
    groups: (groups) => ifList(groups, (one) => ifText(one, path)),
    figures: (figures) => (isObject(figures) ? renameKeys(figures, path) : figures),
    // The closed columns of boards, as `status=done`.
    closed: (closed) =>
      ifList(closed, (one) =>
        ifText(one, (text) => {
          const [field = '', ...rest] = text.split('=');
          if (rest.length === 0) return text;
          const value = names.choice(of, field, rest.join('='));
          return `${path(field)}=${String(value)}`;
        }),
      ),
  });
}

/** The settings of an import: those of a recipe, of one of its versions, or of a job. */
export function renameImport(names: Renaming, of: string, request: JsonObject): JsonObject {
  const path = (written: string): string => names.path(of, written);
  const values = (given: unknown): unknown => renameValues(names, of, given);
  return rewrite(request, {
    resource: (name) => ifText(name, names.resource),
    key: (key) => ifText(key, (text) => inList(text, path)),
    mapping: (mapping) => (isObject(mapping) ? renameMapping(names, of, mapping) : mapping),
    constants: values,
    missing: (missing) =>
      isObject(missing)
        ? rewrite(missing, { where: (where) => names.where(of, where), set: values })
        : missing,
    steps: (steps) => ifList(steps, (step) => renameStep(names, of, request, step)),
  });
}

/** Values by field. */
function renameValues(names: Renaming, of: string, given: unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([at, value]) => [names.path(of, at), names.choice(of, at, value)]),
  );
}

function renameMapping(names: Renaming, of: string, mapping: JsonObject): JsonObject {
  const renamed = Object.fromEntries(
    Object.entries(mapping).map(([column, to]) => {
      if (typeof to === 'string') return [column, names.path(of, to)];
      if (!isObject(to) || typeof to['field'] !== 'string') return [column, to];
      const at = to['field'];
      return [
        column,
        rewrite(to, {
          field: () => names.path(of, at),
          given: (given) =>
            isObject(given) ? renameKeys(given, (key) => afterPath(names, of, at, key)) : given,
        }),
      ];
    }),
  );
  // A column that has the name of its field needs no mapping, until the field has another name.
  const fields = names.change.find(({ resource }) => resource.from === of)?.fields ?? [];
  const mapped = new Set(Object.values(renamed).map((to) => (isObject(to) ? to['field'] : to)));
  const added = fields.filter(
    ({ from, to }) => from !== to && !(from in renamed) && !mapped.has(to),
  );
  return { ...renamed, ...Object.fromEntries(added.map(({ from, to }) => [from, to])) };
}

/** The new name of a field of the records that a reference leads to. */
function afterPath(names: Renaming, of: string, reference: string, key: string): string {
  const [before, after] = [`${reference}.${key}`, names.path(of, reference)];
  const renamed = names.path(of, before);
  return renamed.startsWith(`${after}.`) ? renamed.slice(after.length + 1) : key;
}

/** The values by which a step replaces those of a column are choices of its field. */
function renameStep(names: Renaming, of: string, request: JsonObject, step: unknown): unknown {
  if (!isObject(step) || step['do'] !== 'map' || typeof step['column'] !== 'string') return step;
  const mapping = isObject(request['mapping']) ? request['mapping'] : {};
  const to = mapping[step['column']] ?? step['column'];
  const field = isObject(to) ? to['field'] : to;
  return rewrite(step, {
    values: (values) =>
      ifList(values, (pair) =>
        Array.isArray(pair) && typeof field === 'string'
          ? [pair[0], names.choice(of, field, pair[1])]
          : pair,
      ),
  });
}

/** A setting of a person: its key names a collection, its value may name fields. */
export function renameSetting(
  names: Renaming,
  { key, value }: { key: string; value: unknown },
): { key: string; value: unknown } {
  const [kind = '', of = '', ...rest] = key.split('.');
  const renamed = [kind, names.resource(of), ...rest].join('.');
  if (kind === 'grid')
    return { key: renamed, value: isObject(value) ? renameLayout(names, of, value) : value };
  if (kind === 'facets' || kind === 'export') {
    if (of === '') return { key, value };
    const paths = ifList(value, (one) => ifText(one, (path) => names.path(of, path)));
    return { key: renamed, value: paths };
  }
  if (kind === 'views' || kind === 'current') return { key: renamed, value };
  // `record:sources:17`, `all:sources.title`, `page:/sources/overview`
  if (kind === 'pins' || kind === 'palette')
    return {
      key,
      value: ifList(value, (one) =>
        isObject(one)
          ? rewrite(one, { id: (id) => ifText(id, (text) => renameCommand(names, text)) })
          : one,
      ),
    };
  return { key, value };
}

function renameCommand(names: Renaming, id: string): string {
  return id.replace(
    /^(record|file|all|trash|create|page)(:\/?)([^:./]+)(\.[^:]+)?/,
    (_, kind: string, mark: string, of: string, path = '') =>
      `${kind}${mark}${names.resource(of)}${path && `.${names.path(of, String(path).slice(1))}`}`,
  );
}

/** An entry in a public form that waits for its link. */
export function renameEntry(names: Renaming, entry: JsonObject): JsonObject {
  const of = String(entry['resource']);
  return rewrite(entry, {
    resource: (name) => ifText(name, names.resource),
    body: (body) => renameValues(names, of, body),
  });
}

/** What a webhook sends, and of which records. */
export function renameWebhook(
  names: Renaming,
  of: string,
  { filter, fields }: { filter: unknown; fields: unknown },
) {
  return {
    filter: names.where(of, filter),
    fields: ifList(fields, (field) => ifText(field, (path) => names.path(of, path))),
  };
}

/**
 * What an API key may do, by collection. Without an entry of its own, a collection would have the one for all others,
 * which may allow more.
 */
export function renameGrants(names: Renaming, collections: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(collections).map(([of, grant]) => [
      names.resource(of),
      isObject(grant)
        ? rewrite(grant, {
            filter: (filter) => names.where(of, filter),
            fields: (fields) =>
              ifList(fields, (field) => ifText(field, (path) => names.path(of, path))),
          })
        : grant,
    ]),
  );
}
