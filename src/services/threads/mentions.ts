/** What a text of a message names: people as `@[_id]`, records as `#[collection/_id]`. Names are not stored, so that each reader sees those that they may. */
export type Mentions = { people: string[]; records: { resource: string; id: string }[] };

const person = /@\[([^\]\s/]{1,100})\]/g;
const record = /#\[([A-Za-z][A-Za-z0-9_]*)\/([^\]\s]{1,100})\]/g;

/** @example mentionsOf('Please see @[u1] and #[chems/c1]').people // ['u1'] */
export function mentionsOf(text: string): Mentions {
  const people = [...text.matchAll(person)].map(([, id = '']) => id);
  const records = [...text.matchAll(record)].map(([, resource = '', id = '']) => ({
    resource,
    id,
  }));
  const keys = new Set<string>();
  const once = records.filter(({ resource, id }) => {
    const key = `${resource}/${id}`;
    return !keys.has(key) && keys.add(key);
  });
  return { people: [...new Set(people)], records: once };
}
