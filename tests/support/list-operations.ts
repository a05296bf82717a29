/** The operations of an OpenAPI document, each with the parameters of its path. */
export function listOperations(document: any): { method: string; path: string; operation: any }[] {
  return Object.entries<any>(document.paths).flatMap(
    ([path, { parameters: shared = [], ...methods }]) =>
      Object.entries<any>(methods).map(([method, operation]) => ({
        method,
        path,
        operation: { ...operation, parameters: [...shared, ...(operation.parameters ?? [])] },
      })),
  );
}
