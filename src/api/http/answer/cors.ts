/** What a page of another site may send, besides what each page may. */
const requestHeaders = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Background',
  'Change-Set',
  'Change-Way',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Range',
  'Traceparent',
  'Upload-Complete',
  'Upload-Length',
  'Upload-Offset',
  'X-Request-Id',
].join(', ');

/** What such a page may read of a response. */
const responseHeaders = [
  'Accept-Ranges',
  'Change-Set',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Upload-Complete',
  'Upload-Length',
  'Upload-Offset',
  'X-File-Bytes',
  'X-File-Count',
  'X-Request-Id',
  'X-Total-Count',
].join(', ');

/** Seconds for which browsers remember a preflight; they allow at most two hours. */
const REMEMBERED = 7_200;

type Headers = Readonly<Record<string, string>>;

/**
 * The headers that let pages of other sites use the API (CORS, Fetch 3.3): each origin of the list, and with `*` any
 * page for published records. Pages sign in with a token in `Authorization`. Cookies stay with our own pages, so
 * `Access-Control-Allow-Credentials` is never sent. Other origins get nothing.
 */
export function createCors(origins: readonly string[]) {
  const listed = new Set(origins.filter((origin) => origin !== '*'));
  const isPublicOpen = origins.includes('*');
  return (request: Request, response: Response): Headers => {
    if (origins.length === 0) return {};
    const { pathname } = new URL(request.url);
    if (isPublicOpen && pathname.startsWith('/api/public/'))
      return headersFor(request, response, '*');
    if (listed.size === 0) return {};
    // Also without an origin, as caches would otherwise give one site what was meant for another.
    const varying = { Vary: 'Origin' };
    const origin = request.headers.get('Origin');
    if (origin === null || !listed.has(origin)) return varying;
    return { ...varying, ...headersFor(request, response, origin) };
  };
}

function headersFor({ method, headers }: Request, response: Response, origin: string): Headers {
  const isPreflight = method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
  return {
    'Access-Control-Allow-Origin': origin,
    // `same-origin` would hide pictures of published records from pages that show them.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(isPreflight
      ? {
          'Access-Control-Allow-Methods': response.headers.get('Allow') ?? '',
          'Access-Control-Allow-Headers': requestHeaders,
          'Access-Control-Max-Age': String(REMEMBERED),
        }
      : { 'Access-Control-Expose-Headers': responseHeaders }),
  };
}
