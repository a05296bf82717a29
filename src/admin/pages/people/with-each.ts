import { refusalOf, type BulkSummary } from '../../client/bulk.ts';

/** So many at a time: the server has others to answer too. */
const AT_ONCE = 4;

type Counted = 'created' | 'updated' | 'deleted';

/** Does something for each of the ids by a call of its own, and tells what became of all. */
export async function withEach(
  ids: readonly string[],
  counted: Counted,
  work: (id: string) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<BulkSummary> {
  const open = [...ids];
  const problems: BulkSummary['problems'][number][] = [];
  let done = 0;
  let failed = 0;
  const runner = async (): Promise<void> => {
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      try {
        await work(id);
      } catch (error) {
        failed += 1;
        problems.push(...refusalOf(error, id));
      }
      done += 1;
      onDone(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return {
    total: done,
    created: 0,
    updated: 0,
    unchanged: 0,
    deleted: 0,
    duplicates: 0,
    [counted]: done - failed,
    failed,
    problems,
  };
}
