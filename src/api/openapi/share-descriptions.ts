import type { Answer, Operation } from '../http/operation/operation.ts';

type Paths = Record<string, Record<string, Operation>>;

/**
 * Moves the description that operations of several collections have alike to the body or the response that they also
 * have alike. A document can share these, but not the description of an operation.
 */
export function shareDescriptions(paths: Paths): Paths {
  const groups = Map.groupBy(
    Object.values(paths).flatMap((methods) => Object.values(methods)),
    ({ description }) => description,
  );
  const changed = new Map<Operation, Operation>();
  for (const [text, operations] of groups) {
    if (text === undefined || operations.length < 2) continue;
    for (const operation of operations) changed.set(operation, moveTo(operation, operations, text));
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, each]) => [method, changed.get(each) ?? each]),
      ),
    ]),
  );
}

function moveTo(operation: Operation, alike: readonly Operation[], text: string): Operation {
  const { description: _, ...rest } = operation;
  const { requestBody: body, responses } = rest;
  const [status, answer] = Object.entries(responses)[0] ?? [];
  if (status && answer && isAlike(alike, ({ responses: all }) => all[status]))
    return { ...rest, responses: { ...responses, [status]: describe(answer, text) } };
  if (body && isAlike(alike, ({ requestBody }) => requestBody))
    return { ...rest, requestBody: describe(body, text) };
  return operation;
}

function describe<Part extends { description?: string }>(part: Part, text: string): Part {
  const { description: own } = part as Partial<Answer>;
  return {
    ...part,
    description: own === undefined ? text.trim() : `${own.replace(/\.$/, '')}.\n\n${text.trim()}`,
  };
}

function isAlike(
  operations: readonly Operation[],
  partOf: (operation: Operation) => object | undefined,
): boolean {
  return new Set(operations.map((each) => JSON.stringify(partOf(each)))).size === 1;
}
