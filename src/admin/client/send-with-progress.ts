/** Like `fetch`, but reports how much of the body was sent, which `fetch` cannot do. */
export function sendWithProgress(
  path: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onSent: (bytes: number, of: number) => void,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  const stop = (): void => request.abort();
  request.open(method, path);
  new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total));
  request.addEventListener('load', () => resolve(toResponse(request)));
  request.addEventListener('error', () => reject(new TypeError('the connection was lost')));
  request.addEventListener('abort', () =>
    reject(new DOMException('The upload was stopped', 'AbortError')),
  );
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  else request.send(body as XMLHttpRequestBodyInit);
  return promise;
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(': ');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2));
  }
  const { status, responseText } = request;
  return new Response(status === 204 ? null : responseText, { status, headers });
}
