import { z } from 'zod';
import { isObject, type JsonObject } from '../json-object.ts';
import { defaultRoles } from '../settings/descriptor-settings.ts';
import { permissionSettings } from '../settings/resource-settings.ts';
import { keyName } from '../settings/settings.ts';
import { suggestHint } from '../suggest.ts';
import { asObject, checkField } from './draft.ts';
import { checkGrammar, flaw, keyFlaw, type Flaw } from './grammar-problems.ts';
import { readConditionsOf, readFieldConditions } from './read-conditions.ts';
import type { Path } from './source-text.ts';

/** Among the fields of a resource: the sets whose fields it has too. */
export const USE = '$use';

export const setsToUse = z
  .union([z.string(), z.array(z.string()).min(1)], {
    error: 'the name of a set of fields, or a list of such names',
  })
  .describe('The sets of `fieldSets` whose fields the resource has too.');

/** In place of the choices of a field: the roles. */
export const ROLES = '$roles';

/** A descriptor in which each resource declares all its permissions, fields and choices. */
type Resolved = {
  value: unknown;
  /** Those of the sets and their names. What a resource takes from a set is checked with the resource. */
  problems: Flaw[];
  /** Where the part at a path is declared: where the path says, or in the set that it comes from. */
  placeOf(path: Path): Path;
};

type SetKind = 'permissionSets' | 'fieldSets';

/**
 * Replaces the names of shared permissions and fields by what the sets declare, and `$roles` by the roles. Everything
 * else then sees resources that declare all of it themselves.
 */
export function resolveSets(value: unknown): Resolved {
  if (!isObject(value)) return { value, problems: [], placeOf: (path) => path };
  const { permissionSets, fieldSets, ...rest } = value;
  const reading: Reading = {
    sets: { permissionSets, fieldSets },
    roles: Object.entries(asObject(rest.roles ?? defaultRoles)),
    used: new Set(),
    places: new Map(),
    problems: [
      ...checkGrammar(setGrammar, permissionSets, ['permissionSets'], 'permissionSets'),
      ...checkGrammar(setGrammar, fieldSets, ['fieldSets'], 'fieldSets'),
    ],
  };
  const resources =
    isObject(rest.resources) &&
    Object.entries(rest.resources).map(([name, declared]) => [
      name,
      isObject(declared) ? resolveResource(reading, declared, ['resources', name]) : declared,
    ]);
  reading.problems.push(...checkUnused(reading));
  return {
    value: resources ? { ...rest, resources: Object.fromEntries(resources) } : rest,
    problems: reading.problems,
    placeOf: (path) => findPlace(reading.places, path),
  };
}

type Reading = {
  sets: Readonly<Record<SetKind, unknown>>;
  roles: readonly (readonly [name: string, role: unknown])[];
  used: Set<unknown>;
  /** The places of what resources have from sets, by where the resources have it. */
  places: Map<string, Path>;
  problems: Flaw[];
};

function resolveResource(reading: Reading, declared: JsonObject, at: Path): JsonObject {
  const { permissions, fields, actions } = declared;
  const own = { ...declared };
  if (typeof permissions === 'string')
    own.permissions = findSet(reading, 'permissionSets', permissions, [...at, 'permissions']);
  if (isObject(fields)) own.fields = resolveFields(reading, fields, [...at, 'fields']);
  if (Array.isArray(actions))
    own.actions = actions.map((action: unknown, index) =>
      resolveForm(reading, action, [...at, 'actions', index]),
    );
  return own;
}

/** An action, whose form can ask for a role. */
function resolveForm(reading: Reading, action: unknown, at: Path): unknown {
  if (!isObject(action) || !isObject(action.form) || !isObject(action.form.fields)) return action;
  const { form } = action;
  const fields = Object.entries(action.form.fields).map(([name, field]) => [
    name,
    resolveChoices(reading, field, [...at, 'form', 'fields', name]),
  ]);
  return { ...action, form: { ...form, fields: Object.fromEntries(fields) } };
}

function resolveChoices({ roles, places }: Reading, field: unknown, at: Path): unknown {
  if (!isObject(field) || field.choices !== ROLES) return field;
  const choices = roles.map(([name, role], index) => {
    places.set(toKey([...at, 'choices', index]), ['roles', name]);
    const { label, was, color } = asObject(role);
    return {
      value: name,
      ...(was !== undefined && { was }),
      ...(label !== undefined && { label }),
      ...(color !== undefined && { color }),
    };
  });
  return { ...field, choices };
}

function findSet({ sets, used, places, problems }: Reading, kind: SetKind, name: string, at: Path) {
  const all = asObject(sets[kind]);
  if (Object.hasOwn(all, name)) {
    used.add(all[name]);
    places.set(toKey(at), [kind, name]);
    return asObject(all[name]);
  }
  const names = Object.keys(all);
  const params = { value: name, setting: kind, names: names.join(', ') };
  problems.push(flaw('D102', at, params, suggestHint(name, names)));
  return {};
}

function resolveFields(reading: Reading, declared: JsonObject, at: Path): JsonObject {
  const { places, problems } = reading;
  if (USE in declared) problems.push(...checkGrammar(setsToUse, declared[USE], [...at, USE], USE));
  const fields = new Map<string, SharedField>();
  const add = (name: string, one: SharedField): void => {
    const before = fields.get(name);
    if (before) problems.push(refuseSecond(before, one));
    else fields.set(name, one);
    places.set(toKey([...at, name]), one.place);
  };
  for (const [name, field] of Object.entries(declared)) {
    if (name !== USE) add(name, { field, place: [...at, name] });
    else
      for (const { set, inside } of setsIn(field))
        for (const [each, shared] of Object.entries(
          findSet(reading, 'fieldSets', set, [...at, USE, ...inside]),
        ))
          add(each, { field: shared, place: ['fieldSets', set, each] });
  }
  return Object.fromEntries(
    [...fields].map(([name, { field }]) => [name, resolveChoices(reading, field, [...at, name])]),
  );
}

/** A field, and where it is declared. */
type SharedField = { field: unknown; place: Path };

const setGrammar = z.record(keyName, z.record(z.string(), z.unknown())).optional();

/** The sets that a resource names, and where in the value. */
function setsIn(value: unknown): { set: string; inside: Path }[] {
  if (typeof value === 'string') return [{ set: value, inside: [] }];
  return (Array.isArray(value) ? value : []).flatMap((set, index) =>
    typeof set === 'string' ? [{ set, inside: [index] }] : [],
  );
}

/** A resource declares a field once: itself, or in one of its sets. */
function refuseSecond(first: SharedField, second: SharedField): Flaw {
  const isOwn = first.place[0] === 'resources';
  const [{ place }, other] = isOwn ? [first, second] : [second, first];
  return keyFlaw('D038', place, { other: other.place.slice(0, -1).join('.') });
}

/** Checks the sets that no resource uses, so that a mistake in one does not wait for its first use. */
function checkUnused(reading: Reading): Flaw[] {
  const { sets, used } = reading;
  const unused = (kind: SetKind) =>
    Object.entries(asObject(sets[kind])).filter(([, set]) => isObject(set) && !used.has(set));
  return [
    ...unused('permissionSets').flatMap(([name, set]) => {
      const path = ['permissionSets', name];
      const read = readConditionsOf(permissionSettings, set, path);
      return [...read.flaws, ...checkGrammar(permissionSettings, read.value, path, 'permissions')];
    }),
    ...unused('fieldSets').flatMap(([name, set]) =>
      Object.entries(asObject(set)).flatMap(([field, declared]) => {
        const path = ['fieldSets', name, field];
        const read = readFieldConditions(resolveChoices(reading, declared, path), path);
        return [...read.flaws, ...checkField(path, read.value)];
      }),
    ),
  ];
}

/** The place of the nearest part that comes from a set. */
function findPlace(places: ReadonlyMap<string, Path>, path: Path): Path {
  // A resource's permissions are at the third step, a field at the fourth, and a choice at the sixth.
  for (const length of [6, 4, 3]) {
    const place = path.length >= length && places.get(toKey(path.slice(0, length)));
    if (place) return [...place, ...path.slice(length)];
  }
  return path;
}

function toKey(path: Path): string {
  return path.join('\0');
}
