/** What the API says of a request that it refused: `code` says what is wrong, `problems` says where (docs/problems.md). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly problems: readonly { path: string; code: string; message: string }[];
  /** For 412: the record as it is now. */
  readonly current: unknown;
  readonly requestId: string | null;

  constructor(response: Response, body: Partial<ApiProblem> & { detail?: string }) {
    super(`${body.code ?? response.status}: ${body.detail ?? response.statusText}`);
    this.status = response.status;
    this.code = body.code ?? '';
    this.problems = body.problems ?? [];
    this.current = body.current;
    this.requestId = response.headers.get('X-Request-Id');
  }
}
