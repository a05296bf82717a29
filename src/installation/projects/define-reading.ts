import type { z } from 'zod';
import {
  defineRoute,
  problem,
  refuse,
  type Problem,
  type Refusal,
  type StoredRecord,
  type UserCall,
} from '../../api/extending.ts';
import type { RouteCode } from '../../api/extending/define-route.ts';
import { answer } from '../../api/http/answer/answer.ts';
import { json } from '../../api/http/operation/schemas.ts';
import { id as idParameter } from '../../api/http/operation/parameters.ts';
import type { Parameter } from '../../api/http/operation/operation.ts';
import { isRefusal, refuseAs } from '../../services/refusal.ts';
import type { AnswerOf } from '../../contract/answer-of.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { resourceNamed } from '../resource-named.ts';

/** The fields of which an answer is made, by resource. */
export type CountedFields = Readonly<Record<string, readonly string[]>>;

/** A parameter that is a whole number from 1. */
type NumberParameter = { usual: number; max: number; description?: string };

type Reading<Answer extends z.ZodType, Name extends string> = {
  /** Follows the address of the project. */
  path: string;
  summary: string;
  description: string;
  /** The resource whose records are counted; callers who may not list it are refused. */
  of: string;
  /** The other fields the caller must be allowed to read. */
  countedFields: CountedFields;
  parameters?: Readonly<Record<Name, NumberParameter>>;
  answer: Answer;
  read(
    call: UserCall,
    project: StoredRecord,
    numbers: Readonly<Record<Name, number>>,
  ): Promise<AnswerOf<Answer>>;
};

/** Defines a route that counts what belongs to one project, for callers who may see everything it counts. */
export function defineReading<Answer extends z.ZodType, Name extends string = never>(
  reading: Reading<Answer, Name>,
): RouteCode {
  const { path, summary, description, of, countedFields } = reading;
  const parameters = (reading.parameters ?? {}) as Readonly<Record<Name, NumberParameter>>;
  const isAsked = Object.keys(parameters).length > 0;
  return defineRoute({
    method: 'GET',
    path: `/api/projects/:id/${path}`,
    needs: [
      { may: 'read', of: 'projects' },
      { may: 'list', of },
    ],
    ...(isAsked && { takesQuery: true }),
    operation: () => ({
      operationId: `projects.${path.replace('/', '.')}`,
      summary,
      description,
      tags: ['projects'],
      parameters: [idParameter, ...Object.entries<NumberParameter>(parameters).map(toParameter)],
      responses: { 200: json('The result', reading.answer) },
      problems: isAsked ? [404, 414] : [404],
    }),
    run: async (call) => {
      const numbers = parseNumbers(call.query, parameters);
      if ('problems' in numbers) return refuse(numbers.problems);
      const hit = await findProject(call, countedFields);
      if (isRefusal(hit)) return hit;
      const value = await reading.read(call, hit.project, numbers.values);
      return answer(call, 200, reading.answer, value);
    },
  });
}

function toParameter([name, { usual, max, description }]: [string, NumberParameter]): Parameter {
  const schema = { type: 'integer', minimum: 1, maximum: max, default: usual };
  return { name, in: 'query', ...(description !== undefined && { description }), schema };
}

function parseNumbers<Name extends string>(
  query: URLSearchParams,
  parameters: Readonly<Record<Name, NumberParameter>>,
): { values: Record<Name, number> } | { problems: Problem[] } {
  const names = Object.keys(parameters) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, parameters[name].usual]));
  const problems = [...new Set(query.keys())].flatMap((name) => {
    if (!Object.hasOwn(parameters, name)) return [problem('Q001', name)];
    const { max } = parameters[name as Name];
    const [text = '', ...more] = query.getAll(name);
    values[name] = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    const isRight = more.length === 0 && values[name] >= 1 && values[name] <= max;
    return isRight ? [] : [problem('Q007', name, { min: 1, max })];
  });
  return problems.length > 0 ? { problems } : { values: values as Record<Name, number> };
}

/** Returns the project of the path, if the caller may see it and read all `countedFields`. */
async function findProject(
  call: UserCall,
  countedFields: CountedFields,
): Promise<{ project: StoredRecord } | Refusal> {
  const { descriptor, role, params, services } = call;
  const { id = '' } = params;
  const [project] = isRecordId(id)
    ? await services.store.findMany(resourceNamed(descriptor, 'projects'), '_id', [id])
    : [];
  if (!project) return refuseAs('S001');
  for (const [name, fields] of Object.entries(countedFields)) {
    const hidden = fields.find(
      (field) => !mayRead(descriptor, role, resourceNamed(descriptor, name), field),
    );
    if (hidden !== undefined) return refuse(problem('A007', `${name}.${hidden}`, { role }));
  }
  return { project: project };
}

/** Whether the caller may list these resources and read these fields; otherwise they are not counted. */
export function mayCount({ descriptor, role }: UserCall, countedFields: CountedFields): boolean {
  return Object.entries(countedFields).every(([name, fields]) => {
    const resource = descriptor.resources.get(name);
    return (
      resource !== undefined &&
      mayDo(descriptor, role, resource, 'list') &&
      fields.every((field) => mayRead(descriptor, role, resource, field))
    );
  });
}
