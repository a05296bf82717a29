import { answerJson, defineRoute } from '../../../../src/api/extending.ts';

/** How many machines of the caller are broken. */
export const countBroken = defineRoute({
  method: 'GET',
  path: '/api/machines/broken',
  needs: [{ may: 'list', of: 'machines' }],
  operation: () => ({
    operationId: 'machines.broken',
    summary: 'Count the broken machines',
    tags: ['machines'],
    responses: {
      200: {
        description: 'The count',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { total: { type: 'integer' } } },
          },
        },
      },
    },
  }),
  run: async (call) => {
    const machines = call.descriptor.resources.get('machines')!;
    const { total } = await call.services.store.list(machines, {
      filter: { path: 'status', operator: 'eq', operands: ['broken'] },
      sort: [],
      page: 1,
      perPage: 1,
      fields: ['_id'],
      total: 'exact',
    });
    return answerJson(call, 200, JSON.stringify({ total }));
  },
});
