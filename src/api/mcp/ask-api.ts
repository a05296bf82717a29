import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Problem } from '../../contract/problem.ts';
import type { AnswerOf } from '../../contract/answer-of.ts';
import type { RequestInfo } from '../http/create-router.ts';
import type { UserCall } from '../http/call.ts';

/** Answers a request as if it had come over the network. */
export type Inside = (request: Request, visit: RequestInfo) => Promise<Response>;

/** Characters of one result. More would fill what an assistant can read. */
const MAX_RESULT_LENGTH = 100_000;

type Asked = {
  method?: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/**
 * Does what a tool is asked by a request of the API, with the token of the caller: so permissions, limits, checks,
 * history and audit are those of every other program.
 */
export async function askApi(
  call: UserCall,
  inside: Inside,
  { method, path, query = {}, body, headers }: Asked,
): Promise<CallToolResult> {
  const given = Object.entries(query).filter(
    (each): each is [string, string] => each[1] !== undefined,
  );
  const url = new URL(path, call.request.url);
  url.search = new URLSearchParams(given).toString();
  const request = new Request(url, {
    method: method ?? 'GET',
    headers: {
      Authorization: call.request.headers.get('Authorization') ?? '',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await inside(request, {
    requestId: call.requestId,
    address: call.address,
    by: 'mcp',
  });
  const text = await response.text();
  if (!response.ok) return refused(text);
  if (text.length > MAX_RESULT_LENGTH)
    return failed(
      `The result has ${text.length} characters, at most ${MAX_RESULT_LENGTH} are returned. Ask for fewer records or name the fields.`,
    );
  return { content: [{ type: 'text', text: toData(text) }] };
}

/**
 * Values are written by people, also by strangers: an assistant must not do what they say. A text in them cannot end
 * the mark, because JSON can write `<` in another way.
 */
function toData(json: string): string {
  return `<untrusted-data>\n${json.replaceAll('<', '\\u003c')}\n</untrusted-data>`;
}

function refused(text: string): CallToolResult {
  const { code, detail, problems } = JSON.parse(text) as AnswerOf<typeof Problem>;
  return failed(`${code}: ${detail}\n${toData(JSON.stringify(problems))}`);
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
