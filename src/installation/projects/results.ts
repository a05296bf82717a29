import { answerJson } from '../../api/http/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { isRefusal } from '../../api/http/refusal.ts';
import { findProject, mayCount } from './find-project.ts';
import { extractionCounts, masterCounts, MOST, type Counts } from './result-counts.ts';
import { resultsOperation } from './results-operation.ts';
import { titlesOf } from './titles-of.ts';

/** What was measured in a project and what came of it, per chem, material group, test type and detection. */
export const projectResults = defineRoute({
  method: 'GET',
  path: '/api/projects/:id/results',
  needs: [
    { may: 'read', of: 'projects' },
    { may: 'list', of: 'extractions' },
  ],
  operation: resultsOperation,
  run: async (call) => {
    const found = await findProject(call, {
      extractions: ['project', 'status', 'testType', 'detected'],
    });
    if (isRefusal(found)) return found;
    const { project } = found;
    const [extractions, masters] = await Promise.all([
      extractionCounts(call, project),
      mayCount(call, {
        masters: ['project', 'status', 'chem', 'foodContactMaterialGroup', 'testType', 'detected'],
      })
        ? masterCounts(call, project)
        : null,
    ]);
    const ids = [extractions, masters]
      .flatMap((each) => each?.chems ?? [])
      .map(({ value }) => value);
    const known = [...new Set(ids)].filter((value) => typeof value === 'string');
    const titles = await titlesOf(call, 'chems', known);
    const withTitles = <Of extends Counts>(counts: Of | null) =>
      counts && {
        ...counts,
        chems:
          cut(counts.chems)?.map((each) => {
            const label = titles.get(String(each.value));
            return label === undefined ? each : { ...each, label };
          }) ?? null,
        materialGroups: cut(counts.materialGroups),
        more: [counts.chems, counts.materialGroups].some((all) => (all?.length ?? 0) > MOST),
      };
    const body = { extractions: withTitles(extractions), masters: withTitles(masters) };
    return answerJson(call, 200, JSON.stringify(body));
  },
});

function cut<Each>(all: readonly Each[] | null): Each[] | null {
  return all && all.slice(0, MOST);
}
