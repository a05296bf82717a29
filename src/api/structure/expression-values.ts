import { ExpressionValues } from '../../contract/structure/expression-values.ts';
import { mayDo, readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { ValueKind } from '../../descriptor/expression/rollups.ts';
import { readExpression } from '../../descriptor/filter/expression-term.ts';
import { maxTerms, tooManyTerms } from '../../descriptor/filter/where.ts';
import { namingFields } from '../../descriptor/title.ts';
import { problem } from '../../fields/problems/problem.ts';
import { fieldTypes } from '../../fields/registry.ts';
import { toField } from '../../fields/type/to-field.ts';
import { queryContext } from '../../services/acting.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { refuse, refuseAs, refuseQuery } from '../../services/refusal.ts';
import { returnMemory } from '../../store/memory/free-memory.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { json } from '../http/operation/schemas.ts';
import { findUnknown } from '../http/query-reader.ts';
import { queryRoute, type Route } from '../http/route.ts';

/** Milliseconds: people are typing, and the next expression is on its way. */
const BUDGET = 2000;

const RECORDS = 3;

const LONGEST = 2000;

/** Under this name, which no field can have, the result is a computed field of the collection. */
const VALUE = '_value';

/** The field types that hold what an expression gives. */
const types: Readonly<Record<ValueKind, keyof typeof fieldTypes>> = {
  number: 'number',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  nothing: 'text',
};

/** The route that tries an expression on records. */
export function expressionValuesRoute(): Route {
  return queryRoute('GET /api/structure/values/:resource', answerValues, 'configurer', () => ({
    operationId: 'structure.values',
    summary: 'Try an expression',
    description:
      'What an expression gives for the three newest records that you may see. It can name the fields that you may read, as the applied descriptor declares them. Stores nothing.',
    parameters: [
      { name: 'resource', in: 'path', required: true, schema: { type: 'string' } },
      {
        name: 'expression',
        in: 'query',
        required: true,
        schema: { type: 'string', minLength: 1, maxLength: LONGEST },
        example: 'price * 2',
      },
    ],
    responses: { 200: json('The values', ExpressionValues) },
    problems: [404],
  }));
}

async function answerValues(call: UserCall): Promise<Reply> {
  const { descriptor, role, params, query } = call;
  const resource = descriptor.resources.get(params['resource'] ?? '');
  if (!resource) return refuseAs('S001');
  if (!mayDo(descriptor, role, resource, 'list')) return refuse(notAllowed(call));
  const odd = findUnknown(query, ['expression']);
  if (odd.length > 0) return refuseQuery(odd);
  const [text = '', ...more] = query.getAll('expression');
  if (text.trim() === '' || text.length > LONGEST || more.length > 0)
    return refuseQuery([
      problem('Q004', 'expression', { expected: `a single text of 1 to ${LONGEST} characters` }),
    ]);
  const context = queryContext(call, resource);
  const read = readExpression(context, text, 'expression', { hasMoment: false });
  if ('problems' in read) return refuseQuery(read.problems);
  if (read.cost > maxTerms) return refuseQuery([tooManyTerms('expression')]);
  const values = await computeFor(call, resource, { text, type: types[read.kind] });
  return answer(call, 200, ExpressionValues, { data: values ?? [], timedOut: !values });
}

/** The values for the newest records; undefined if that takes too long. */
async function computeFor(
  { descriptor, role, services }: UserCall,
  resource: Resource,
  { text, type }: { text: string; type: keyof typeof fieldTypes },
): Promise<ExpressionValues['data'] | undefined> {
  const field = toField(fieldTypes[type], VALUE, { type, computed: text });
  const extended = { ...resource, fields: new Map([...resource.fields, [VALUE, field]]) };
  const readable = readableFields(descriptor, role, resource);
  const named = namingFields(resource).filter((name) => readable.includes(name));
  const rows = await services.store.inTime(BUDGET, (store) =>
    store.list(
      extended,
      {
        sort: [{ path: 'createdAt', descending: true }],
        page: 1,
        perPage: RECORDS,
        total: 'none',
        fields: ['_id', ...named, VALUE],
      },
      [...readable, VALUE],
    ),
  );
  if (!rows) return undefined;
  const records: Record<string, unknown>[] = JSON.parse(rows.json.toString());
  returnMemory(rows.json);
  return records.map(({ [VALUE]: value = null, ...record }) => ({ record, value }));
}
