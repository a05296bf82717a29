export type ServerProblem = { path: string; code: string | number; message: string };

/** The second factor that the server asks for. */
export type AskedFactor = {
  challenge: string;
  factors: readonly string[];
  passkey?: object;
};

/** Reads the problem document of a refusal, as far as it is readable. */
export async function readRefusal(
  response: Response,
): Promise<{ code?: string; problems?: ServerProblem[] } & Partial<AskedFactor>> {
  return (await response.json().catch(() => ({}))) as object;
}

export function secondsToWait(response: Response): number {
  const seconds = Number(response.headers.get('Retry-After'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 60;
}
