import type { Answer, Operation, Schema } from '../http/operation/operation.ts';
import { shareSchemas } from './share-schemas.ts';
import { createShelf } from './shelf.ts';

type Paths = Record<string, Record<string, Operation>>;
type WithContent = { content?: Answer['content'] };

/**
 * Moves what several operations have alike into components: the schemas of bodies and responses, then
 * parameters, bodies and responses. `named` are schemas with a name. `collections` are left out of new names.
 */
export function shareParts(
  paths: Paths,
  named: Readonly<Record<string, Schema>>,
  collections: ReadonlySet<string>,
) {
  const nameOf = ({ operationId }: Operation): string =>
    toPascal(operationId.split(/[._]/).filter((word) => !collections.has(word)));

  const schemas = shareSchemas(operationsOf(paths).flatMap(schemasOf), named);
  const inner = mapOperations(paths, (operation) => {
    const name = nameOf(operation);
    const { requestBody: body, responses } = operation;
    const refer = (part: Schema, kind: string): Schema => schemas.refer(part, name + kind);
    return {
      ...operation,
      ...(body && { requestBody: mapSchemas(body, (schema) => refer(schema, 'Body')) }),
      responses: mapValues(responses, (answer) =>
        mapSchemas(answer, (schema) => refer(schema, 'Answer')),
      ),
    };
  });

  const all = operationsOf(inner);
  const parameters = createShelf(
    'parameters',
    all.flatMap((each) => each.parameters ?? []),
  );
  const requestBodies = createShelf(
    'requestBodies',
    all.flatMap((each) => each.requestBody ?? []),
  );
  const responses = createShelf(
    'responses',
    all.flatMap((each) => Object.values(each.responses)),
  );
  const outer = mapOperations(inner, (operation) => {
    const name = nameOf(operation);
    const { parameters: own, requestBody: body } = operation;
    return {
      ...operation,
      ...(own && { parameters: own.map((each) => parameters.refer(each, each.name)) }),
      ...(body && { requestBody: requestBodies.refer(body, name) }),
      responses: mapValues(operation.responses, (answer) => responses.refer(answer, name)),
    };
  });
  return {
    paths: outer,
    schemas: schemas.components(),
    parameters: parameters.named(),
    requestBodies: requestBodies.named(),
    responses: responses.named(),
  };
}

function operationsOf(paths: Paths): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

function mapOperations(paths: Paths, change: (operation: Operation) => Operation): Paths {
  return mapValues(paths, (methods) => mapValues(methods, change));
}

function schemasOf({ requestBody, responses }: Operation): Schema[] {
  const parts: (WithContent | undefined)[] = [requestBody, ...Object.values(responses)];
  return parts.flatMap((part) => Object.values(part?.content ?? {}).map(({ schema }) => schema));
}

function mapSchemas<Part extends WithContent>(
  part: Part,
  change: (schema: Schema) => Schema,
): Part {
  if (!part.content) return part;
  const content = mapValues(part.content, (media) => ({ ...media, schema: change(media.schema) }));
  return { ...part, content };
}

function mapValues<Value, Changed>(
  of: Readonly<Record<string, Value>>,
  change: (value: Value) => Changed,
): Record<string, Changed> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
}

function toPascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
