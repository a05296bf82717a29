export type SignedIn = {
  token: string;
  /** A call with the token of who signed in; the body is sent as JSON, or as the form it is, and answered as JSON. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; body: any }>;
};

/** Signs in to a running server over HTTP, as any client does. */
export async function signIn(url: string, email: string, password: string): Promise<SignedIn> {
  const login = await send(url, 'POST', '/api/users/login', { body: { email, password } });
  if (login.status !== 200) throw new Error(`no sign-in: ${JSON.stringify(login.body)}`);
  const { token } = login.body;
  const authorization = { Authorization: `Bearer ${token}` };
  return {
    token,
    call: (method, path, { body, headers } = {}) =>
      send(url, method, path, { body, headers: { ...authorization, ...headers } }),
  };
}

async function send(
  url: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> },
): Promise<{ status: number; body: any }> {
  const form = body instanceof FormData ? body : null;
  const isJson = body !== undefined && !form;
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(isJson && { 'Content-Type': 'application/json' }) },
    body: isJson ? JSON.stringify(body) : form,
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
