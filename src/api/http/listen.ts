import type { ApiServices } from '../api-services.ts';

/**
 * Listens on a channel of the database; without it, the server goes on and warns. Returns a function that stops it.
 *
 * @param what completes the warning "cannot listen for …"
 */
export function listen(
  { database, log }: Pick<ApiServices, 'database' | 'log'>,
  channel: string,
  what: string,
  hear: (payload: string) => void,
): () => Promise<void> {
  const listening = database.listen(channel, hear);
  listening.catch((err: unknown) => log.warn({ err }, `cannot listen for ${what}`));
  return async () => {
    const stop = await listening.catch(() => undefined);
    await stop?.();
  };
}
