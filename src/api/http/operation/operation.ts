/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

export type Parameter = {
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
  explode?: boolean;
  style?: string;
};

type Media = Readonly<Record<string, { schema: Schema; example?: unknown; examples?: unknown }>>;

export type Answer = {
  description: string;
  headers?: Readonly<Record<string, { description: string; schema: Schema }>>;
  content?: Media;
};

/** The parts of an OpenAPI operation that a route declares itself. */
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; description?: string; content: Media };
  /** The responses other than problems, which all operations have as `default`. */
  responses: Readonly<Record<string, Answer>>;
  /** The statuses of its refusals; the document only lists 412, 416 and 428, and has the others in `default`. */
  problems?: readonly number[];
  /** Who may call it, if not everybody who is signed in; the document adds it. */
  security?: readonly object[];
  /** The data of each event of a stream, by event name. */
  'x-events'?: Readonly<Record<string, Schema>>;
};
