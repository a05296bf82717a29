import { defineRoute } from '../../api/extending/define-route.ts';
import { listRecords } from '../../api/records/list-records.ts';
import { refuse, refuseAs } from '../../api/http/refusal.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problem.ts';
import { sourcesOperation } from './sources-operation.ts';

/** The sources of a project, or those of them that are annotated in tagtog: a list as any other. */
export const projectSources = defineRoute({
  method: 'GET',
  path: '/api/projects/:id/sources',
  needs: [
    { may: 'read', of: 'projects' },
    { may: 'list', of: 'sources' },
  ],
  takesQuery: true,
  operation: sourcesOperation,
  run: async (call) => {
    const { descriptor, parts, params } = call;
    const projects = descriptor.resources.get('projects')!;
    const { id } = params;
    if (!isRecordId(id) || !(await parts.store.get(projects, id, []))) return refuseAs('S001');

    const query = new URLSearchParams(call.query);
    const [tagtog = 'false', ...more] = query.getAll('tagtog');
    if (more.length > 0 || (tagtog !== 'true' && tagtog !== 'false'))
      return refuse(problem('Q004', 'tagtog', { expected: 'true or false' }));
    query.delete('tagtog');
    // Two values of one parameter mean "one of", so another project's sources would come along.
    if (query.has('project')) return refuse(problem('Q001', 'project'));
    query.set('project', id);
    if (tagtog === 'true') query.set('tagtog.id_nnull', 'true');
    return listRecords({ ...call, query }, descriptor.resources.get('sources')!);
  },
});
