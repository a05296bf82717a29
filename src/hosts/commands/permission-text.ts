import type { PermissionCosts } from '../../contract/permission-costs.ts';

/** Returns the costs of row permissions and checks as lines of text. Undefined costs wait for the plan. */
export function writeCosts(costs: PermissionCosts | undefined): string[] {
  if (!costs)
    return ['', 'permissions', '  apply the plan first; their costs are known afterwards'];
  const lines = [
    ...costs.lists.map(listText),
    ...costs.checks.map(
      ({ resource, index, judgedWith, reads }) =>
        `${resource}.checks.${index}: ${[
          ...(judgedWith.length > 0 ? [`judged at each write to ${judgedWith.join(', ')}`] : []),
          ...(reads.length > 0 ? [`reads ${reads.join(', ')}`] : []),
        ].join('; ')}`,
    ),
  ];
  const told = lines.length > 0 ? lines : ['no list is limited, and no check reads other records'];
  return ['', 'permissions', ...told.map((line) => `  ${line}`)];
}

function listText({ resource, role, reads, factor, scans }: PermissionCosts['lists'][number]) {
  const parts = [
    `the first page costs ${factor} times that of all records`,
    ...(reads.length > 0 ? [`asks ${reads.join(', ')}`] : []),
    ...scans.map((scan) => `reads all ${scan.rows} records of ${scan.resource}`),
  ];
  return `${role}, ${resource}: ${parts.join('; ')}`;
}
