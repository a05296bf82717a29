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
  /** The names under which the document lists it. Default: that of its group in `routes.ts`. */
  tags?: readonly string[];
  /** All but the `_id` of a record in the path, which the document adds. */
  parameters?: readonly Parameter[];
  requestBody?: { required: boolean; description?: string; content: Media };
  /** The responses other than problems, which all operations have as `default`. */
  responses: Readonly<Record<string, Answer>>;
  /**
   * The statuses of its refusals, of which the document lists 412, 416 and 428; the others are in `default`. Tests hold it
   * to 404, 409 and 422 unless they follow from the route: a parameter in its path, `once`, or a JSON body.
   */
  problems?: readonly number[];
  /** Who may call it, if not everybody who is signed in; the document adds it. */
  security?: readonly object[];
  /** The data of each event of a stream, by event name. */
  'x-events'?: Readonly<Record<string, Schema>>;
};
