import { language } from '../messages/language.ts';

const TIMEOUT_MS = 20_000;

/** Posts JSON. Undefined if no response came: whatever the reason, the user can only check the line and try again. */
export async function post(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response | undefined> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        // Mails are written in the language of the page.
        'Accept-Language': language(),
        ...headers,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    return undefined;
  }
}
