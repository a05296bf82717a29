/** PostgreSQL's five characters, or Node's name of a failed call. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The driver tells a lost connection in words only; callers know errors by their code. */
export function withCode(error: unknown): unknown {
  const says = error instanceof Error && !('code' in error) ? error.message : '';
  const isLost = /terminat|timeout|closed|not queryable/i.test(says);
  return isLost ? Object.assign(error as Error, { code: CONNECTION_FAILURE }) : error;
}

const CONNECTION_FAILURE = '08006';
