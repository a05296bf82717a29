import { type Resource, systemFields } from '../../src/descriptor/descriptor.ts';
import { checkField, emptyOf } from '../../src/descriptor/field-check.ts';
import { isSameJson } from '../../src/descriptor/json-object.ts';
import { checkRecord } from '../../src/descriptor/rules/record-check.ts';
import { exampleOf } from '../../src/fields/example-of.ts';
import type { Field } from '../../src/fields/type/field.ts';
import type { FilledWorld, WorldRecord } from './world.ts';

type Body = Record<string, unknown>;

/**
 * A body that makes a new record: as one of the world's own, with the examples of the field types
 * wherever the rules of the resource let them stand, and with values of its own where no two
 * records may share them. Another `number` gives another record.
 */
export async function exampleRecord(
  world: FilledWorld,
  resource: Resource,
  number: number,
): Promise<Body> {
  const records = await world.records(resource);
  const [like] = records;
  let body = like ? bodyOf(resource, like) : await leastBody(world, resource);
  // A new record begins where it must, whatever the other has come to.
  for (const name of resource.states.keys()) delete body[name];
  for (const field of resource.fields.values()) {
    if (field.readOnly || pointsElsewhere(field)) continue;
    const tried = { ...body, [field.name]: exampleOf(field) };
    if (passes(world, resource, tried)) body = tried;
  }
  return makeUnique(world, resource, body, { records, number });
}

/** Whether its values name records or files, so that no example is there. */
function pointsElsewhere({ kind }: Field): boolean {
  return kind.relation !== undefined || kind.files !== undefined;
}

/** What of a record a new one like it can be made from. */
export function bodyOf(resource: Resource, record: WorldRecord): Body {
  const names = [...resource.fields.values()].filter(({ readOnly }) => !readOnly);
  return Object.fromEntries(names.map(({ name }) => [name, record[name]]));
}

/** Whether the record could be written, as far as that can be told without the database. */
export function passes(world: FilledWorld, resource: Resource, body: Body): boolean {
  return 'values' in checkNew(world, resource, body);
}

export function checkNew(world: FilledWorld, resource: Resource, body: Body) {
  const descriptor = world.declared;
  return checkRecord({ descriptor, role: world.admin, resource, mode: 'create', body });
}

/** Other values for a field, that are like the given one. */
export function variationsOf(field: Field, value: unknown, number: number): unknown[] {
  const own = field.kind.examples.flatMap(({ valid }) => valid);
  const others = [...own.slice(number % own.length), ...own];
  const like = typeof value === 'number' ? [value + number, value - number] : [];
  const written = typeof value === 'string' ? variationsOfText(value, number) : [];
  return [...written, ...like, ...others].flatMap((other) => {
    const checked = checkField(field, other);
    const isOther = 'value' in checked && !isSameJson(checked.value, value ?? emptyOf(field));
    return isOther ? [checked.value] : [];
  });
}

/** `B-02-05` → `B-02-21`: the last digits, else some in front or at the end. */
function variationsOfText(value: string, number: number): string[] {
  const inPlace = value.replace(/\d+(?=\D*$)/, (digits) =>
    String(number).padStart(digits.length, '0').slice(-digits.length),
  );
  const letters = String.fromCodePoint(65 + (number % 26), 65 + ((number * 7) % 26));
  return [inPlace, `${number}${value}`, `${value}${number}`, letters];
}

async function leastBody(world: FilledWorld, resource: Resource): Promise<Body> {
  const body: Body = {};
  for (const field of resource.fields.values()) {
    if (!field.required || field.readOnly || field.default !== undefined) continue;
    const relation = field.kind.relation?.(field.settings);
    const target = relation && world.declared.resources.get(relation.to)!;
    body[field.name] = target ? (await world.records(target))[0]?._id : exampleOf(field);
  }
  return body;
}

function makeUnique(
  world: FilledWorld,
  resource: Resource,
  body: Body,
  { records, number }: { records: readonly WorldRecord[]; number: number },
): Body {
  const alone = [...resource.fields.values()].filter(({ unique }) => unique);
  let made = body;
  for (const names of [...alone.map(({ name }) => [name]), ...resource.unique]) {
    const isTaken = (tried: Body): boolean =>
      records.some((record) =>
        names.every((name) => tried[name] !== null && isSameJson(record[name], tried[name])),
      );
    const changed = Iterator.from(namesOf(resource, names))
      .flatMap((field) =>
        // Nothing refers to a further record of its own, but to that of another, or to none.
        (pointsElsewhere(field)
          ? [null, ...records.map((record) => record[field.name])]
          : variationsOf(field, made[field.name], number)
        ).map((value) => ({ ...made, [field.name]: value })),
      )
      .find((tried) => !isTaken(tried) && passes(world, resource, tried));
    if (changed) made = changed;
    else if (isTaken(made)) throw new Error(`${resource.name}: ${names.join()} are all taken`);
  }
  return made;
}

function namesOf(resource: Resource, names: readonly string[]): Field[] {
  return names.map((name) => resource.fields.get(name)!).filter((field) => !field.readOnly);
}

/** A change of one field the rules let pass: nothing of the record must be otherwise for it. */
export function changeOf(
  world: FilledWorld,
  resource: Resource,
  record: WorldRecord,
  number: number,
): Body {
  const fields = [...resource.fields.values()].filter(
    (field) => !field.readOnly && !pointsElsewhere(field),
  );
  for (const field of fields)
    for (const value of variationsOf(field, record[field.name], number)) {
      const check = { descriptor: world.declared, role: world.admin, resource };
      const body = { [field.name]: value };
      const checked = checkRecord({ ...check, mode: 'patch', body, current: record });
      if ('values' in checked && !isSameJson(checked.values[field.name], record[field.name]))
        return body;
    }
  throw new Error(`${resource.name} has no field that can be changed`);
}

/** The six fields nobody writes, taken out. */
export function withoutSystem(record: Body): Body {
  const isOwn = ([name]: [string, unknown]) => !(systemFields as readonly string[]).includes(name);
  return Object.fromEntries(Object.entries(record).filter(isOwn));
}
