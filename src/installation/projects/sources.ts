import { resourceNamed } from '../resource-named.ts';
import { defineRoute, problem, refuse } from '../../api/extending.ts';
import { listRecords } from '../../api/records/list-records.ts';
import { refuseAs } from '../../services/refusal.ts';
import { json, recordOf } from '../../api/http/operation/schemas.ts';
import { Page } from '../../contract/lists.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { id as idParameter } from '../../api/http/operation/parameters.ts';

const integer = { type: 'integer', minimum: 1 };

/** The sources of a project, or only those annotated in tagtog; a list like any other. */
export const projectSources = defineRoute({
  method: 'GET',
  path: '/api/projects/:id/sources',
  needs: [
    { may: 'read', of: 'projects' },
    { may: 'list', of: 'sources' },
  ],
  takesQuery: true,
  operation: () => ({
    operationId: 'projects.sources',
    summary: 'List the sources of a project',
    description: 'Takes all parameters of the list of sources except `project`.',
    tags: ['projects'],
    parameters: [
      idParameter,
      {
        name: 'tagtog',
        in: 'query',
        description: 'Only sources with a document in tagtog.',
        schema: { type: 'boolean', default: false },
      },
      { name: '_page', in: 'query', schema: integer },
      { name: '_perPage', in: 'query', schema: { ...integer, maximum: 1_000, default: 10 } },
    ],
    responses: { 200: json('A page of sources', Page, recordOf({ name: 'sources' })) },
    problems: [404, 414],
  }),
  run: async (call) => {
    const { descriptor, services, params } = call;
    const projects = resourceNamed(descriptor, 'projects');
    const { id } = params;
    if (!isRecordId(id) || !(await services.store.get(projects, id, []))) return refuseAs('S001');

    const query = new URLSearchParams(call.query);
    const [tagtog = 'false', ...more] = query.getAll('tagtog');
    if (more.length > 0 || (tagtog !== 'true' && tagtog !== 'false'))
      return refuse(problem('Q004', 'tagtog', { expected: 'true or false' }));
    query.delete('tagtog');
    // Two values of one parameter mean "one of", so sources of another project would be included.
    if (query.has('project')) return refuse(problem('Q001', 'project'));
    query.set('project', id);
    if (tagtog === 'true') query.set('tagtog.id_nnull', 'true');
    return listRecords({ ...call, query }, resourceNamed(descriptor, 'sources'));
  },
});
