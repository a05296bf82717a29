/** What is left of a limit after a request was counted. */
type Quota = {
  /** The name of the limit: letters only. */
  name: string;
  /** The requests that the limit allows at once. */
  quota: number;
  /** Seconds after which it starts from the beginning. */
  window: number;
  left: number;
  /** Seconds until the next request, or until more are left. */
  reset: number;
};

/** The limits that a request counted under, by the key of each count. */
export type Quotas = Map<string, Quota>;

/**
 * The header fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), lists of structured
 * fields (RFC 9651): `"key";q=300;w=60` and `"key";r=299;t=17`. None without a limit.
 */
export function rateLimitHeaders(counted: Quotas | undefined): Readonly<Record<string, string>> {
  if (!counted || counted.size === 0) return {};
  const quotas = [...counted.values()];
  return {
    'RateLimit-Policy': quotas
      .map(({ name, quota, window }) => `"${name}";q=${quota};w=${window}`)
      .join(', '),
    RateLimit: quotas.map(({ name, left, reset }) => `"${name}";r=${left};t=${reset}`).join(', '),
  };
}
