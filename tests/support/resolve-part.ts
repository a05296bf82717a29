/** A part of an OpenAPI document, which can be in its components. */
export function resolvePart(document: any, part: any): any {
  const way: string[] | undefined = part.$ref?.split('/').slice(1);
  return way ? way.reduce((inside, key) => inside[key], document) : part;
}
