import { headOf } from '../../fields/text/head-of-path.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import type { World } from './open-world.ts';

export type Values = Readonly<Record<string, unknown>>;

/** One write of an admin: a new record, or a deletion if it has no values. */
export type Write = { resource: Resource; id: string; values?: Values | undefined };

/**
 * Writes a record, and returns it as it is stored, or why it could not. What the rules of the installation refuse, gets
 * its value of `instead`, or none: nobody could make up records that obey any rule.
 */
export async function writeRecord(
  world: World,
  { resource, id, values }: Write,
  instead: Values = {},
  attempts = 8,
): Promise<{ record: Values } | { reason: string }> {
  const request = values
    ? { method: 'POST', path: resource.root, body: { ...values, _id: id } }
    : { method: 'DELETE', path: `${resource.root}/${id}` };
  const { status, bytes } = await world.ask(request, world.admin);
  const answer = JSON.parse(new TextDecoder().decode(bytes) || '{}') as Values & {
    problems?: Problem[];
  };
  if (status < 300) return { record: answer };
  const refused = (answer.problems ?? []).map((each) => headOf(each.path));
  const given = Object.entries(values ?? {}).flatMap(([name, value]) => {
    if (!refused.includes(name)) return [[name, value]];
    return [undefined, value].includes(instead[name]) ? [] : [[name, instead[name]]];
  });
  if (attempts > 0 && refused.some((name) => values?.[name] !== undefined)) {
    const next = { resource, id, values: Object.fromEntries(given) as Values };
    return await writeRecord(world, next, instead, attempts - 1);
  }
  // What one rule accepts may be what another refuses, but all of it has been accepted before.
  if (values === instead || Object.keys(instead).length === 0)
    return { reason: String(answer['detail']) };
  return await writeRecord(world, { resource, id, values: instead }, instead, 0);
}
