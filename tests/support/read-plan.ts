import type { Database } from '../../src/store/connection/database.ts';

/** The indexes a statement uses, the most rows any part of it reads, and the most it fetches from a table and not from an index alone. What it does is taken back. */
export async function readPlan(database: Database, text: string, values: readonly unknown[]) {
  const { connection, end } = await database.begin();
  const { rows } = await connection.query<any>(`explain (analyze, format json) ${text}`, values);
  await end('rollback');
  const indexes = new Set<string>();
  let most = 0;
  let fetched = 0;
  const visit = (node: any): void => {
    if (node['Index Name']) indexes.add(node['Index Name']);
    // Once per row of the page, members are read: each time a few.
    const read =
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] || 1);
    most = Math.max(most, read);
    if (node['Relation Name'] && node['Node Type'] !== 'Index Only Scan')
      fetched = Math.max(fetched, read);
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(rows[0]['QUERY PLAN'][0].Plan);
  return { indexes: [...indexes], rows: most, fetched };
}
