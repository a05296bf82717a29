import type { Answer, Operation, Parameter, Schema } from '../http/operation/operation.ts';
import { compactSchema } from './compact-schema.ts';
import { shareDescriptions } from './share-descriptions.ts';
import { shareSchemas } from './share-schemas.ts';
import { nameParts, type Place } from './name-parts.ts';

type Paths = Record<string, Record<string, Operation>>;
type PathItem = Record<string, Operation | readonly Parameter[]>;
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
  const nameOf = toNameOf(collections);
  const compact = shareDescriptions(
    mapOperations(paths, (operation) => mapContents(operation, compactSchema)),
  );
  const schemas = shareSchemas(
    operationsOf(compact).flatMap(schemasOf),
    mapValues(named, compactSchema),
  );
  const inner = mapOperations(compact, (operation) => {
    const { operation: name, collection = '' } = nameOf(operation);
    return mapContents(operation, (schema, kind) =>
      schemas.refer(schema, [toPascal([name, kind]), toPascal([collection, name, kind])]),
    );
  });
  const { paths: withHeaders, headers } = shareHeaders(inner, nameOf);
  const { paths: outer, ...components } = shareOuter(withHeaders, nameOf);
  return {
    paths: mapValues(outer, shareParameters),
    schemas: schemas.components(),
    headers,
    ...components,
  };
}

type NameOf = (operation: Operation) => Omit<Place<unknown>, 'part' | 'name'>;

function toNameOf(collections: ReadonlySet<string>): NameOf {
  return ({ operationId }) => {
    const words = operationId.split(/[._]/);
    const collection = words.find((word) => collections.has(word));
    const [first = '', ...rest] = words.filter((word) => word !== collection);
    return { operation: first + toPascal(rest), collection };
  };
}

function placesOf<Part extends object>(
  paths: Paths,
  nameOf: NameOf,
  partsOf: (operation: Operation) => readonly (readonly [name: string, part: Part])[],
): Place<Part>[] {
  return operationsOf(paths).flatMap((operation) =>
    partsOf(operation)
      .filter(([, part]) => !('$ref' in part))
      .map(([name, part]) => ({ name, part, ...nameOf(operation) })),
  );
}

function shareHeaders(paths: Paths, nameOf: NameOf) {
  const headers = nameParts(
    'headers',
    placesOf(paths, nameOf, ({ responses }) =>
      Object.values(responses).flatMap((answer) => Object.entries(answer.headers ?? {})),
    ),
  );
  const shared = mapOperations(paths, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (answer) => ({
      ...answer,
      ...(answer.headers && { headers: mapValues(answer.headers, headers.refer) }),
    })),
  }));
  return { paths: shared, headers: headers.named() };
}

/** Parameters, bodies and responses. */
function shareOuter(paths: Paths, nameOf: NameOf) {
  const parameters = nameParts(
    'parameters',
    placesOf(paths, nameOf, ({ parameters: own = [] }) =>
      own.map((each) => [each.name, each] as const),
    ),
  );
  const requestBodies = nameParts(
    'requestBodies',
    placesOf(paths, nameOf, (operation) =>
      operation.requestBody
        ? [[toPascal([nameOf(operation).operation]), operation.requestBody] as const]
        : [],
    ),
  );
  const responses = nameParts(
    'responses',
    placesOf(paths, nameOf, (operation) =>
      Object.entries(operation.responses).map(
        ([status, answer]) =>
          [nameOfAnswer(answer, status, nameOf(operation).operation), answer] as const,
      ),
    ),
  );
  const shared = mapOperations(paths, (operation) => {
    const { parameters: own, requestBody: body } = operation;
    return {
      ...operation,
      ...(own && { parameters: own.map(parameters.refer) }),
      ...(body && { requestBody: requestBodies.refer(body) }),
      responses: mapValues(operation.responses, responses.refer),
    };
  });
  return {
    paths: shared,
    parameters: parameters.named(),
    requestBodies: requestBodies.named(),
    responses: responses.named(),
  };
}

/** The path with the parameters that all its operations have, and the operations with the others. */
function shareParameters(methods: Record<string, Operation>): PathItem {
  const [first, ...others] = Object.values(methods);
  const shared = (first?.parameters ?? []).filter((parameter) =>
    others.every(({ parameters = [] }) => parameters.some((each) => isSame(each, parameter))),
  );
  if (others.length === 0 || shared.length === 0) return methods;
  const rest = mapValues(methods, ({ parameters = [], ...operation }) => {
    const own = parameters.filter((parameter) => !shared.some((each) => isSame(each, parameter)));
    return { ...operation, ...(own.length > 0 && { parameters: own }) };
  });
  return { parameters: shared, ...rest };
}

function isSame(left: object, right: object): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
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

/** A response is called like its schema if it consists of this schema alone, as the record of a collection does. */
function nameOfAnswer({ content }: Answer, status: string, operation: string): string {
  const reference = content?.['application/json']?.schema['$ref'];
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? operation;
  return toPascal(content && status === '200' ? [operation] : [operation, status]);
}

function toPascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
