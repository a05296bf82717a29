import type { Answer, Operation, Schema } from '../http/operation/operation.ts';
import { compactSchema } from './compact-schema.ts';
import { shareDescriptions } from './share-descriptions.ts';
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

  const compact = shareDescriptions(
    mapOperations(paths, (operation) => mapContents(operation, compactSchema)),
  );
  const schemas = shareSchemas(
    operationsOf(compact).flatMap(schemasOf),
    mapValues(named, compactSchema),
  );
  const inner = mapOperations(compact, (operation) => {
    const name = nameOf(operation);
    return mapContents(operation, (schema, kind) => schemas.refer(schema, name + kind));
  });

  const { paths: withHeaders, headers } = shareHeaders(inner);
  const all = operationsOf(withHeaders);
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
  const outer = mapOperations(withHeaders, (operation) => {
    const name = nameOf(operation);
    const { parameters: own, requestBody: body } = operation;
    return {
      ...operation,
      ...(own && { parameters: own.map((each) => parameters.refer(each, each.name)) }),
      ...(body && { requestBody: requestBodies.refer(body, name) }),
      responses: mapValues(operation.responses, (answer) =>
        responses.refer(answer, schemaNameOf(answer) ?? name),
      ),
    };
  });
  return {
    paths: outer,
    schemas: schemas.components(),
    parameters: parameters.named(),
    requestBodies: requestBodies.named(),
    responses: responses.named(),
    headers,
  };
}

function shareHeaders(paths: Paths): { paths: Paths; headers: Record<string, object> } {
  const all = operationsOf(paths).flatMap(({ responses }) =>
    Object.values(responses).flatMap((answer) => Object.values(answer.headers ?? {})),
  );
  const shelf = createShelf('headers', all);
  const shared = mapOperations(paths, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (answer) => ({
      ...answer,
      ...(answer.headers && {
        headers: mapValues(answer.headers, (header, name) => shelf.refer(header, name)),
      }),
    })),
  }));
  return { paths: shared, headers: shelf.named() };
}

function operationsOf(paths: Paths): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

function mapOperations(paths: Paths, change: (operation: Operation) => Operation): Paths {
  return mapValues(paths, (methods) => mapValues(methods, change));
}

function schemasOf(operation: Operation): Schema[] {
  const schemas: Schema[] = [];
  mapContents(operation, (schema) => {
    schemas.push(schema);
    return schema;
  });
  return schemas;
}

function mapContents(
  operation: Operation,
  change: (schema: Schema, kind: 'Body' | 'Answer') => Schema,
): Operation {
  const { requestBody: body, responses } = operation;
  return {
    ...operation,
    ...(body && { requestBody: mapSchemas(body, (schema) => change(schema, 'Body')) }),
    responses: mapValues(responses, (answer) =>
      mapSchemas(answer, (schema) => change(schema, 'Answer')),
    ),
  };
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
  change: (value: Value, key: string) => Changed,
): Record<string, Changed> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]));
}

/** Names a response after its schema if it consists of this schema alone, as the record of a collection does. */
function schemaNameOf({ content }: Answer): string | undefined {
  const reference = content?.['application/json']?.schema['$ref'];
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function toPascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
