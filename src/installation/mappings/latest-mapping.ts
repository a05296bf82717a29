import { resourceNamed } from '../resource-named.ts';
import { defineRoute } from '../../api/extending.ts';
import { getRecord } from '../../api/records/get-record.ts';
import { refuseAs } from '../../services/refusal.ts';
import { mayRead } from '../../descriptor/access.ts';
import { parseRecords } from '../../store/memory/free-memory.ts';
import { json, recordOf } from '../../api/http/operation/schemas.ts';
import { oneRecordPaging } from '../../descriptor/filter/filter.ts';

/** The newest mapping the caller may see: of the highest version, the one created last. */
export const latestMapping = defineRoute({
  method: 'GET',
  path: '/api/mappings/latest',
  needs: [{ may: 'read', of: 'mappings' }],
  operation: () => ({
    operationId: 'mappings.latest',
    summary: 'Get the newest mapping',
    description: 'Returns the most recently created mapping with the highest `mappingVersion`.',
    tags: ['mappings'],
    responses: { 200: json('The mapping', recordOf({ name: 'mappings' })) },
    problems: [404],
  }),
  run: async (call) => {
    const { descriptor, role, services } = call;
    const mappings = resourceNamed(descriptor, 'mappings');
    const sort = ['mappingVersion', 'createdAt']
      .filter((path) => mayRead(descriptor, role, mappings, path))
      .map((path) => ({ path, descending: true }));
    const query = { ...oneRecordPaging, sort, fields: ['_id'] };
    const [newest] = parseRecords(await services.store.list(mappings, query));
    if (!newest) return refuseAs('S001');
    return getRecord({ ...call, params: { id: newest._id } }, mappings);
  },
});
