import { quoteText, type Params } from '../../connection/sql.ts';
import type { KnownTotal } from './totals.ts';

/**
 * True when no transaction unknown to the snapshot has left history of the resources. It asks for the last such entry,
 * in order: for mere existence the planner expects to meet one soon, and reads the whole table.
 */
export function stillHolds(
  of: readonly string[],
  { xmax, running }: KnownTotal,
  params: Params,
): string {
  const began = `h.xid >= ${params.add(xmax)}::xid8`;
  const ran = running.length > 0 ? [`h.xid = any(${params.add(running)}::xid8[])`] : [];
  const last = (name: string, condition: string) =>
    `(select h.xid from backoffice.history h where h.resource = ${quoteText(name)} ` +
    `and ${condition} order by h.resource desc, h.xid desc limit 1) is null`;
  return of.flatMap((name) => [began, ...ran].map((each) => last(name, each))).join(' and ');
}
