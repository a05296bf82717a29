import { keepSession, type Session } from '../client/session.ts';
import { post } from './post.ts';

/** Signs in and keeps the session; answers the refusal, if there is one, or that nothing was heard. */
export async function signIn(
  email: string,
  password: string,
): Promise<'done' | Response | undefined> {
  const response = await post('/api/users/login', { email, password });
  if (!response?.ok) return response;
  keepSession((await response.json()) as Session);
  return 'done';
}
