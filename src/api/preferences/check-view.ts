import { parseSort } from '../../descriptor/filter/query-lists.ts';
import { parsePath, type Asking } from '../../descriptor/filter/query-term.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { ViewPatch } from './view-body.ts';

/** What is wrong with what is said of a view: by the rules of the list, as its owner may ask it. */
export function checkView(asking: Asking, view: ViewPatch): Problem[] {
  return [
    ...whereProblems(asking, view),
    ...sortProblems(asking, view),
    ...columnProblems(asking, view),
    ...roleProblems(asking, view),
  ];
}

function whereProblems(asking: Asking, { where }: ViewPatch): Problem[] {
  if (where === undefined || where === null) return [];
  const parsed = parseWhere({ ...asking, where });
  return 'problems' in parsed ? parsed.problems : [];
}

function sortProblems(asking: Asking, { sort }: ViewPatch): Problem[] {
  if (sort === undefined || sort === null) return [];
  const parsed = parseSort(asking, sort, 'sort');
  return 'problems' in parsed ? parsed.problems : [];
}

function columnProblems(asking: Asking, { columns }: ViewPatch): Problem[] {
  const names = (columns ?? []).map(({ name }) => name);
  return names.flatMap((name, index) => {
    const at = `columns.${index}.name`;
    if (names.indexOf(name) < index) return [problem('V015', at, { value: name })];
    const found = parsePath(asking, name, at);
    return 'problems' in found ? found.problems : [];
  });
}

/** Who else there is is nobody's business, but of those who may do everything. */
function roleProblems({ descriptor, role }: Asking, { roles = [] }: ViewPatch): Problem[] {
  const all = descriptor.roles.get(role)?.all === true;
  const known = all ? [...descriptor.roles.keys()] : [role];
  return roles.flatMap((each, index) =>
    known.includes(each) ? [] : [problem('V008', `roles.${index}`, { choices: known.join(', ') })],
  );
}
