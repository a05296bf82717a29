/**
 * The token of the Authorization header: `Bearer <token>`, or the token alone, as clients of
 * the first hour send it. Undefined without the header, '' for any other scheme.
 */
export function bearerToken(request: Request): string | undefined {
  const header = request.headers.get('Authorization');
  if (header === null) return undefined;
  return /^(?:Bearer +)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header.trim())?.[1] ?? '';
}
